import type { EditorView } from "@codemirror/view";
import type { SchemaSource } from "@kiln/schema";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { createYamlEditor, type Diagnostic, replaceText, revealRange, showDiagnostics } from "./create-yaml-editor.ts";
import { type LineOwners, showManager, showOwners } from "./line-owners.ts";
import { showSchema } from "./schema-hints.ts";
import { showMarks, type TextMark } from "./text-marks.ts";

export interface YamlEditorProps {
  /** Accessible name of the editor. */
  readonly label: string;
  /** Text of the editor. A text that differs from the editor's replaces it, except the last one that the user typed. */
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly isReadOnly?: boolean;
  readonly diagnostics?: readonly Diagnostic[];
  readonly marks?: readonly TextMark[];
  readonly owners?: readonly LineOwners[];
  /** Field manager whose lines are highlighted. */
  readonly shownManager?: string | undefined;
  /** A range to select and scroll to, whenever another object is passed. */
  readonly reveal?: { readonly from: number; readonly to: number } | undefined;
  /** Schema for completion and hovers. */
  readonly schema?: SchemaSource | undefined;
}

const NOTHING: readonly never[] = [];

/** YAML editor that fills its parent element. */
export function YamlEditor(props: YamlEditorProps): VNode {
  const { label, value, isReadOnly = false, shownManager, schema, reveal } = props;
  const { diagnostics = NOTHING, marks = NOTHING, owners = NOTHING } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const change = useRef(props.onChange);
  change.current = props.onChange;
  // A changed text is shown by the next effect: the editor is not opened again.
  useLayoutEffect(() => {
    const parent = host.current as HTMLDivElement;
    const view = createYamlEditor({ parent, value, label, isReadOnly, onChange: (text) => change.current?.(text) });
    editor.current = view;
    return () => {
      view.destroy();
      editor.current = null;
    };
  }, [label, isReadOnly]);
  useLayoutEffect(() => showIn(editor.current, value, replaceText), [value]);
  useEffect(() => showIn(editor.current, marks, showMarks), [marks, value]);
  useEffect(() => showIn(editor.current, owners, showOwners), [owners, value]);
  useEffect(() => showIn(editor.current, shownManager, showManager), [shownManager]);
  useEffect(() => showIn(editor.current, diagnostics, showDiagnostics), [diagnostics]);
  useEffect(() => showIn(editor.current, schema, showSchema), [schema]);
  useEffect(() => showIn(editor.current, reveal, revealRange), [reveal]);
  return <div class="yaml-editor" ref={host} />;
}

function showIn<T>(view: EditorView | null, value: T, show: (view: EditorView, value: T) => void): void {
  if (view !== null) {
    show(view, value);
  }
}
