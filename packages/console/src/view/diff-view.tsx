import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { diffRows } from "../model/diff-rows.ts";

const SIGNS = { same: " ", added: "+", removed: "-", gap: "" } as const;
/** Maximum number of rows; a longer diff is cut. */
const MAX_ROWS = 2_000;

/** Diff of two texts, with signs for users who do not see the colors. */
export function DiffView({ label, before, after }: { label: string; before: string; after: string }): VNode {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  if (rows.length === 0) {
    return <p class="notice">Nothing changes.</p>;
  }
  return (
    <figure class="diff" aria-label={label}>
      <pre>
        {rows.slice(0, MAX_ROWS).map(({ type, text }, index) => (
          <span key={index} class={`diff-${type}`}>
            {SIGNS[type]}
            {text}
            {"\n"}
          </span>
        ))}
        {rows.length > MAX_ROWS && <span class="soft">… and {rows.length - MAX_ROWS} more lines</span>}
      </pre>
    </figure>
  );
}
