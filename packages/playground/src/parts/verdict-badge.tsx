import type { VNode } from "preact";
import type { Verdict } from "../play/outcome.ts";

const SIGNS: Readonly<Record<Verdict, readonly [sign: string, tone: string]>> = {
  accepted: ["✓", "good"],
  refused: ["✕", "bad"],
  unreadable: ["✕", "bad"],
  skipped: ["–", "plain"],
};

export function VerdictBadge({ verdict, title }: { readonly verdict: Verdict; readonly title: string }): VNode {
  const [sign, tone] = SIGNS[verdict];
  return (
    <span class={`badge ${tone}`} data-verdict={verdict}>
      <span aria-hidden="true">{sign}</span>
      {title}
    </span>
  );
}
