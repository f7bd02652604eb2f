import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * Frame of the editor. Its colors are variables of the theme, which also apply in shadow roots, so dark and light share
 * one style.
 */
const frame = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code-font)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "8px 0 40vh", caretColor: "var(--accent)" },
  "&.is-output .cm-content": { paddingBottom: "8px" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 10px", minWidth: "34px" },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--faint)", padding: "0 2px" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
  ".cm-foldPlaceholder": { background: "var(--raised)", border: "1px solid var(--edge)", color: "var(--soft)" },
});

const panels = EditorView.theme({
  ".cm-tooltip": {
    background: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--edge)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete ul": { fontFamily: "var(--code-font)", maxHeight: "16em" },
  ".cm-tooltip-autocomplete ul li": { padding: "3px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal", marginLeft: "1.2em" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-diagnostic": {
    padding: "6px 10px",
    borderLeftWidth: "3px",
    font: "var(--text-font)",
    maxWidth: "min(520px, 90vw)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--note)" },
  ".cm-lintRange": { backgroundImage: "none", textDecorationSkipInk: "none" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--warn)", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--note)", textUnderlineOffset: "3px" },
  ".cm-gutter-lint": { width: "1.2em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker": { width: "1em", height: "1.1em", content: "none", textAlign: "center", fontWeight: "700" },
  ".cm-lint-marker-error": { content: "none", color: "var(--bad)" },
  ".cm-lint-marker-error::before": { content: "'✕'" },
  ".cm-lint-marker-warning": { content: "none", color: "var(--warn)" },
  ".cm-lint-marker-warning::before": { content: "'!'" },
  ".cm-lint-marker-info": { content: "none", color: "var(--note)" },
  ".cm-lint-marker-info::before": { content: "'i'" },
  ".cm-panels": { background: "var(--raised)", color: "var(--ink)", borderColor: "var(--edge)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { background: "var(--selection)" },
  ".cm-textfield": {
    background: "var(--paper)",
    border: "1px solid var(--edge)",
    borderRadius: "6px",
    color: "inherit",
  },
  ".cm-button": { background: "var(--paper)", border: "1px solid var(--edge)", borderRadius: "6px", color: "inherit" },
  ".cm-searchMatch": { backgroundColor: "var(--selection)", outline: "1px solid var(--accent)" },
});

const marks = EditorView.theme({
  ".mark-pruned": { textDecoration: "line-through 2px var(--bad)", color: "var(--soft)" },
  ".mark-pruned span": { color: "var(--soft)" },
  ".mark-defaulted": { background: "var(--good-tint)", borderBottom: "2px solid var(--good)" },
  ".mark-set": { background: "var(--note-tint)", borderBottom: "2px solid var(--note)" },
  ".mark-cleared": { textDecoration: "line-through 2px var(--warn)", background: "var(--warn-tint)" },
  ".mark-immutable": { borderBottom: "2px dotted var(--soft)" },
  ".mark-conflict": { background: "var(--bad-tint)", borderBottom: "2px dashed var(--bad)" },
  ".cm-owners .cm-gutterElement": { padding: "0 4px 0 6px" },
  ".owner-letters": { display: "inline-flex", gap: "2px", cursor: "default" },
  ".owner-letter": {
    display: "inline-block",
    minWidth: "1.35em",
    borderRadius: "4px",
    textAlign: "center",
    fontWeight: "700",
    fontSize: "0.82em",
    lineHeight: "1.5",
    color: "var(--paper)",
    background: "var(--owner)",
  },
  ".cm-line.owned": { boxShadow: "inset 3px 0 0 var(--owner)" },
  ".cm-line.owned.is-shown": { background: "color-mix(in srgb, var(--owner) 22%, transparent)" },
  ".cm-line.owned.is-dimmed": { opacity: "0.45" },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((color) => [`.owner-${color}`, { "--owner": `var(--manager-${color})` }]),
  ),
  ".schema-tip": { padding: "8px 12px", maxWidth: "min(460px, 88vw)", font: "var(--text-font)" },
  ".schema-name": { fontFamily: "var(--code-font)", fontWeight: "700" },
  ".schema-type": { marginLeft: "0.8em", color: "var(--soft)", fontFamily: "var(--code-font)" },
  ".schema-mark": { marginTop: "4px", color: "var(--accent-ink)", fontWeight: "600" },
  ".schema-fact": { marginTop: "2px", color: "var(--soft)" },
  ".schema-about": { margin: "6px 0 0" },
});

const highlight = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--code-number)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace, tags.meta], color: "var(--soft)" },
  { tag: [tags.labelName, tags.typeName, tags.attributeValue], color: "var(--accent-ink)" },
]);

export const editorTheme: Extension = [frame, panels, marks, syntaxHighlighting(highlight)];
