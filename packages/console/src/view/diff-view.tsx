import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { diffRows } from "../model/diff-rows.ts";

const SIGNS = { same: " ", added: "+", removed: "-", gap: "" } as const;
/** A longer diff is cut: it is for reading. */
const MAX_ROWS = 2_000;

/** Two texts as a diff, with signs for readers without color. */
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
