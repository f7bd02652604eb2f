import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { ManagerMark } from "../managers/manager-marks.ts";

/** Field managers that own the field on a line. */
export interface LineOwners {
  /** Line number, counted from 1. */
  readonly line: number;
  readonly marks: readonly ManagerMark[];
  /** Sentence that is shown on hover. */
  readonly title: string;
}

const setOwners = StateEffect.define<readonly LineOwners[]>();
/** Sets the highlighted field manager; undefined highlights none. */
const setShownManager = StateEffect.define<string | undefined>();
/** Sets the field manager of the line under the pointer, which takes precedence over the highlighted one. */
const setPointedManager = StateEffect.define<string | undefined>();

interface Owned {
  readonly owners: ReadonlyMap<number, LineOwners>;
  readonly shown: string | undefined;
  readonly pointed: string | undefined;
  readonly lines: DecorationSet;
}

const field = StateField.define<Owned>({
  create: () => ({ owners: new Map(), shown: undefined, pointed: undefined, lines: Decoration.none }),
  update(owned, transaction) {
    let next = owned;
    for (const effect of transaction.effects) {
      if (effect.is(setOwners)) {
        next = { ...next, owners: new Map(effect.value.map((entry) => [entry.line, entry])) };
      } else if (effect.is(setShownManager)) {
        next = { ...next, shown: effect.value };
      } else if (effect.is(setPointedManager)) {
        next = { ...next, pointed: effect.value };
      }
    }
    if (next === owned) {
      return transaction.docChanged ? { ...owned, lines: owned.lines.map(transaction.changes) } : owned;
    }
    return { ...next, lines: decorateLines(next, transaction.newDoc) };
  },
  provide: (self) => EditorView.decorations.from(self, ({ lines }) => lines),
});

class OwnerMarker extends GutterMarker {
  readonly #owners: LineOwners;

  constructor(owners: LineOwners) {
    super();
    this.#owners = owners;
  }

  override eq(other: OwnerMarker): boolean {
    return other.#owners === this.#owners;
  }

  override toDOM(): Node {
    const element = document.createElement("span");
    element.className = "owner-letters";
    element.title = this.#owners.title;
    for (const { letter, color } of this.#owners.marks) {
      const badge = element.appendChild(document.createElement("span"));
      badge.className = `owner-letter owner-${color}`;
      badge.textContent = letter;
    }
    return element;
  }
}

/**
 * Editor extension: a gutter with the letters of field managers, and the lines of the highlighted manager in its color.
 */
export const lineOwners: Extension = [
  field,
  gutter({
    class: "cm-owners",
    lineMarker(view, block) {
      const { owners } = view.state.field(field);
      const entry = owners.size === 0 ? undefined : owners.get(view.state.doc.lineAt(block.from).number);
      return entry === undefined ? null : new OwnerMarker(entry);
    },
    lineMarkerChange: (update) => update.startState.field(field).owners !== update.state.field(field).owners,
    domEventHandlers: {
      mouseover(view, block) {
        showOwnerAt(view, block.from);
        return false;
      },
      mouseleave(view) {
        pointAt(view, undefined);
        return false;
      },
    },
  }),
  EditorView.domEventHandlers({
    mousemove(event, view) {
      if (view.state.field(field).owners.size > 0) {
        showOwnerAt(view, view.posAtCoords({ x: event.clientX, y: event.clientY }));
      }
    },
    mouseleave: (_, view) => pointAt(view, undefined),
  }),
];

/** Highlights the first owner of the line at an offset; none if the line has no owner. */
function showOwnerAt(view: EditorView, pos: number | null): void {
  const { owners } = view.state.field(field);
  const entry = pos === null ? undefined : owners.get(view.state.doc.lineAt(pos).number);
  pointAt(view, entry?.marks[0]?.manager);
}

function pointAt(view: EditorView, manager: string | undefined): void {
  if (view.state.field(field).pointed !== manager) {
    view.dispatch({ effects: setPointedManager.of(manager) });
  }
}

export function showOwners(view: EditorView, owners: readonly LineOwners[]): void {
  view.dispatch({ effects: setOwners.of(owners) });
}

export function showManager(view: EditorView, manager: string | undefined): void {
  if (view.state.field(field).shown !== manager) {
    view.dispatch({ effects: setShownManager.of(manager) });
  }
}

function decorateLines({ owners, pointed, shown: wanted }: Owned, doc: EditorView["state"]["doc"]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const shown = pointed ?? wanted;
  for (const { line, marks } of [...owners.values()].sort((a, b) => a.line - b.line)) {
    const mark = marks.find(({ manager }) => manager === shown) ?? marks[0];
    if (mark !== undefined && line <= doc.lines) {
      const state = shown === undefined ? "" : mark.manager === shown ? " is-shown" : " is-dimmed";
      const { from } = doc.line(line);
      builder.add(from, from, Decoration.line({ class: `owned owner-${mark.color}${state}` }));
    }
  }
  return builder.finish();
}
