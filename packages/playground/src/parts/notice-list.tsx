import type { VNode } from "preact";
import type { Notice, TextRange } from "../play/outcome.ts";

const TONES: Readonly<Record<Notice["kind"], readonly [sign: string, tone: string, word: string]>> = {
  error: ["✕", "bad", "refused"],
  conflict: ["✕", "bad", "conflict"],
  warning: ["!", "warn", "warning"],
  pruned: ["−", "bad", "pruned"],
  cleared: ["−", "warn", "cleared"],
  defaulted: ["+", "good", "default"],
  set: ["+", "note", "set"],
  union: ["◇", "plain", "union"],
};

export interface NoticeListProps {
  readonly notices: readonly Notice[];
  readonly onReveal: (range: TextRange) => void;
}

/** List of notices, one line each; a notice with a range selects that range in the editor. */
export function NoticeList({ notices, onReveal }: NoticeListProps): VNode {
  return (
    <ul class="notices" aria-label="What the server did">
      {notices.map(({ kind, text, range }) => {
        const [sign, tone, word] = TONES[kind];
        const content = (
          <>
            <span class={`badge ${tone}`}>
              <span aria-hidden="true">{sign}</span>
              {word}
            </span>
            <span class="notice-text">{text}</span>
          </>
        );
        return (
          <li key={`${kind} ${text}`}>
            {range === undefined ? (
              <div class="notice">{content}</div>
            ) : (
              <button type="button" class="notice" title="Show in the text" onClick={() => onReveal(range)}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
