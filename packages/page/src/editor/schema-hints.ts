import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { getOwn, isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from "@kiln/api";
import { resolveSchema, type SchemaSource } from "@kiln/schema";
import { describeSchema } from "./describe-schema.ts";
import { type FieldAt, pathAt } from "./path-at.ts";
import { printSchemaType, schemaAt } from "./schema-source.ts";

const setSchema = StateEffect.define<SchemaSource | undefined>();

const field = StateField.define<SchemaSource | undefined>({
  create: () => undefined,
  update(schema, { effects }) {
    return effects.reduce((last, effect) => (effect.is(setSchema) ? effect.value : last), schema);
  },
});

/**
 * Editor extension: completion of keys and values, and a description of the field under the pointer, from the current
 * schema.
 */
export const schemaHints: Extension = [
  field,
  autocompletion({ override: [complete], icons: false, activateOnTyping: true }),
  hoverTooltip(describeField, { hoverTime: 250 }),
];

export function showSchema(view: EditorView, schema: SchemaSource | undefined): void {
  view.dispatch({ effects: setSchema.of(schema) });
}

function complete(context: CompletionContext): CompletionResult | null {
  const source = context.state.field(field);
  const line = context.state.doc.lineAt(context.pos);
  const at = source && fieldAt(context.state, line.number);
  if (source === undefined || at === undefined) {
    return null;
  }
  if (at.hasValue) {
    return completeValue(context, { source, at, text: line.text, lineFrom: line.from });
  }
  const typed = context.pos - line.from;
  if (typed < at.from || (typed > at.to && at.key !== "") || (at.key === "" && !context.explicit)) {
    return null;
  }
  const schema = schemaAt(source, at.parents);
  const options = schema === undefined ? [] : listKeys(source, schema);
  return options.length === 0 ? null : { from: line.from + at.from, options, validFor: /^[\w.\-/]*$/ };
}

interface ValuePlace {
  readonly source: SchemaSource;
  readonly at: FieldAt;
  readonly text: string;
  readonly lineFrom: number;
}

function completeValue(
  context: CompletionContext,
  { source, at, text, lineFrom }: ValuePlace,
): CompletionResult | null {
  const start = text.indexOf(":", at.to) + 1;
  const from = start + (text.slice(start).match(/^\s*/)?.[0].length ?? 0);
  const schema = schemaAt(source, [...at.parents, at.key]);
  if (schema === undefined || context.pos < lineFrom + start) {
    return null;
  }
  const values = getOwn(schema, "type") === "boolean" ? [true, false] : listAt(schema, "enum");
  const preset = getOwn(schema, "default");
  const known = preset === undefined || values.includes(preset) ? values : [preset, ...values];
  const options = known.filter((value) => typeof value !== "object").map((value) => toOption(value, value === preset));
  return options.length === 0 ? null : { from: Math.min(lineFrom + from, context.pos), options };
}

function toOption(value: JsonValue, isDefault: boolean): Completion {
  const text = String(value);
  const isPlain = typeof value !== "string" || /^[A-Za-z][\w./-]*$/.test(text);
  const label = isPlain ? text : JSON.stringify(value);
  return isDefault ? { label, detail: "default", boost: 1 } : { label };
}

function listKeys(source: SchemaSource, schema: JsonObject): Completion[] {
  const required = new Set(listAt(schema, "required"));
  return Object.entries(objectAt(schema, "properties")).flatMap(([name, property]) => {
    if (!isJsonObject(property)) {
      return [];
    }
    const resolved = resolveSchema(source, property);
    const isBlock = ["object", "array"].includes(String(getOwn(resolved, "type")));
    const detail = `${printSchemaType(source, resolved)}${required.has(name) ? ", required" : ""}`;
    const info = () => describe(source, { name, schema: resolved });
    return [
      { label: name, apply: isBlock ? `${name}:` : `${name}: `, detail, info, boost: required.has(name) ? 1 : 0 },
    ];
  });
}

function describeField(view: EditorView, pos: number): Tooltip | null {
  const source = view.state.field(field);
  const line = view.state.doc.lineAt(pos);
  const at = source && fieldAt(view.state, line.number);
  const column = pos - line.from;
  if (source === undefined || at === undefined || at.key === "" || column < at.from || column > at.to) {
    return null;
  }
  const schema = schemaAt(source, [...at.parents, at.key]);
  if (schema === undefined) {
    return null;
  }
  const create = () => ({ dom: describe(source, { name: at.key, schema }) });
  return { pos: line.from + at.from, end: line.from + at.to, above: true, create };
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonObject;
}

/** Description of a field as text nodes, never as markup: names and descriptions come from clients. */
function describe(source: SchemaSource, { name, schema }: NamedSchema): HTMLElement {
  const box = document.createElement("div");
  box.className = "schema-tip";
  const add = (tag: string, kind: string, text: string) => {
    const element = box.appendChild(document.createElement(tag));
    element.className = kind;
    element.textContent = text;
  };
  add("code", "schema-name", name);
  add("span", "schema-type", printSchemaType(source, schema));
  for (const { isMark, text } of describeSchema(schema)) {
    add("div", isMark ? "schema-mark" : "schema-fact", text);
  }
  const description = getOwn(schema, "description");
  if (typeof description === "string") {
    add("p", "schema-about", description.length > 600 ? `${description.slice(0, 600)}…` : description);
  }
  return box;
}

function fieldAt(state: EditorState, number: number): FieldAt | undefined {
  return pathAt({ line: (at) => state.doc.line(at).text }, number);
}
