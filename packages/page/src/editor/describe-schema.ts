import { getOwn, isJsonObject, type JsonObject, type JsonValue, listAt } from "@kiln/api";

/** Description of one keyword of a schema, for users who do not know the keyword. */
export interface SchemaFact {
  /** Whether the keyword is one of Kiln or Kubernetes that deserves attention; bounds and formats are not. */
  readonly isMark: boolean;
  readonly text: string;
}

const BOUNDS: readonly (readonly [keyword: string, sign: string])[] = [
  ["minimum", "≥"],
  ["maximum", "≤"],
  ["minLength", "at least this many characters:"],
  ["maxLength", "at most this many characters:"],
  ["minItems", "at least this many items:"],
  ["maxItems", "at most this many items:"],
  ["minProperties", "at least this many entries:"],
  ["maxProperties", "at most this many entries:"],
  ["pattern", "matches"],
  ["format", "format"],
  ["default", "default"],
];

/** Descriptions of the keywords of a field's schema, marks first. */
export function describeSchema(schema: JsonObject): readonly SchemaFact[] {
  const facts: SchemaFact[] = [];
  const add = (isMark: boolean, text: string) => facts.push({ isMark, text });
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-kubernetes-") && keyword !== "x-kubernetes-group-version-kind") {
      for (const text of describeMark(keyword, value)) {
        add(true, text);
      }
    }
  }
  const allowed = listAt(schema, "enum");
  if (allowed.length > 0) {
    add(false, `one of ${allowed.map(printValue).join(", ")}`);
  }
  for (const [keyword, sign] of BOUNDS) {
    const value = getOwn(schema, keyword);
    if (value !== undefined) {
      add(false, `${sign} ${printValue(value)}`);
    }
  }
  return facts;
}

const MUTABILITY: Readonly<Record<string, string>> = {
  Immutable: "immutable: stays as it was set",
  AddOnly: "add-only: entries are added and never removed",
  RemoveOnly: "remove-only: entries are removed and never added",
};

function describeMark(keyword: string, value: JsonValue): string[] {
  switch (keyword) {
    case "x-kubernetes-mutability":
      return [MUTABILITY[String(value)] ?? `mutability: ${printValue(value)}`];
    case "x-kubernetes-key-mutability":
      return [`keys: ${MUTABILITY[String(value)] ?? printValue(value)}`];
    case "x-kubernetes-list-type":
      return [`list type ${printValue(value)}`];
    case "x-kubernetes-list-map-keys":
      return [`key of items: ${Array.isArray(value) ? value.map(String).join(", ") : printValue(value)}`];
    case "x-kubernetes-validations":
      return (Array.isArray(value) ? value : []).filter(isJsonObject).map(describeRule);
    default:
      return [`${keyword.slice("x-kubernetes-".length)}: ${printValue(value)}`];
  }
}

function describeRule(rule: JsonObject): string {
  const message = getOwn(rule, "message");
  return `rule ${String(getOwn(rule, "rule"))}${message === undefined ? "" : ` (${String(message)})`}`;
}

function printValue(value: JsonValue): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
