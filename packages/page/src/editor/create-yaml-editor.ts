import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { editorTheme } from "./editor-theme.ts";
import { lineOwners } from "./line-owners.ts";
import { schemaHints } from "./schema-hints.ts";
import { textMarks } from "./text-marks.ts";

export type { Diagnostic } from "@codemirror/lint";

export interface YamlEditorOptions {
  readonly parent: Element;
  readonly value: string;
  /** Accessible name of the editor. */
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Called when the user changes the text, not for {@link replaceText}. */
  readonly onChange: (value: string) => void;
}

/** Name of the annotation for text that the page replaced, which is not reported as a change by the user. */
const FROM_OUTSIDE = "kiln.replace";

/**
 * Opens an editor inside a shadow root of the parent: there CodeMirror uses style sheet objects, which a strict content
 * security policy allows, and the page's styles do not apply. The caller destroys it.
 */
export function createYamlEditor({ parent, value, label, isReadOnly, onChange }: YamlEditorOptions): EditorView {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const extensions: Extension[] = [
    isReadOnly ? [EditorState.readOnly.of(true), EditorView.editorAttributes.of({ class: "is-output" })] : editing(),
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    bracketMatching(),
    search({ top: true }),
    yaml(),
    lintGutter(),
    textMarks,
    lineOwners,
    schemaHints,
    editorTheme,
    keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true", spellcheck: "false" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((transaction) => transaction.isUserEvent(FROM_OUTSIDE))) {
        onChange(update.state.doc.toString());
      }
    }),
  ];
  return new EditorView({ parent: root, root, state: EditorState.create({ doc: value, extensions }) });
}

function editing(): Extension {
  return [
    history(),
    indentOnInput(),
    indentUnit.of("  "),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    // Tab indents; Escape, then Tab, leaves the editor, as in every CodeMirror.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, indentWithTab]),
  ];
}

/** Replaces only the differing part of the text, so that the cursor and the scroll position stay. */
export function replaceText(view: EditorView, value: string): void {
  const before = view.state.doc.toString();
  if (before === value) {
    return;
  }
  const shortest = Math.min(before.length, value.length);
  let start = 0;
  while (start < shortest && before.charCodeAt(start) === value.charCodeAt(start)) {
    start++;
  }
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === value.at(-1 - end)) {
    end++;
  }
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: value.slice(start, value.length - end) },
    userEvent: FROM_OUTSIDE,
  });
}

/** Shows diagnostics. Those outside the text are left out: they belong to a text that was replaced. */
export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  const { length } = view.state.doc;
  const inside = diagnostics.filter(({ from, to }) => from <= to && to <= length);
  view.dispatch(setDiagnostics(view.state, inside));
}

/** Selects a range, scrolls to it and takes the focus. */
export function revealRange(view: EditorView, range: { from: number; to: number } | undefined): void {
  if (range !== undefined && range.to <= view.state.doc.length) {
    view.dispatch({
      selection: { anchor: range.from, head: range.to },
      effects: EditorView.scrollIntoView(range.from, { y: "center" }),
    });
    view.focus();
  }
}
