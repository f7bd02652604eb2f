import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Meaning of a highlighted range. Each kind has a style that does not depend on color alone. */
export type MarkKind = "pruned" | "defaulted" | "cleared" | "set" | "immutable" | "conflict";

/** A highlighted range of a text, by offsets in UTF-16 units. */
export interface TextMark {
  readonly from: number;
  readonly to: number;
  readonly kind: MarkKind;
  /** Sentence that is shown on hover and read by screen readers. */
  readonly title: string;
}

const setMarks = StateEffect.define<readonly TextMark[]>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) {
        next = toDecorations(effect.value, transaction.newDoc.length);
      }
    }
    return next;
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** Editor extension: highlighted ranges, which keep their positions while the text changes, until others are shown. */
export const textMarks: Extension = field;

export function showMarks(view: EditorView, marks: readonly TextMark[]): void {
  view.dispatch({ effects: setMarks.of(marks) });
}

function toDecorations(marks: readonly TextMark[], length: number): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const inside = marks.filter(({ from, to }) => from >= 0 && from < to && to <= length);
  for (const { from, to, kind, title } of inside.sort((a, b) => a.from - b.from || b.to - a.to)) {
    builder.add(from, to, Decoration.mark({ class: `mark-${kind}`, attributes: { title } }));
  }
  return builder.finish();
}
