import { appendAll, asObject, type JsonObject, type JsonValue } from "@kiln/api";

type PrintTag = (value: JsonValue) => string[] | undefined;

const validation =
  (name: string): PrintTag =>
  (value) => [`kubebuilder:validation:${name}=${printScalar(value)}`];
const flag =
  (tag: string): PrintTag =>
  (value) =>
    value === true ? [tag] : undefined;
const mark =
  (tag: string): PrintTag =>
  (value) =>
    value === "Immutable" ? [tag] : typeof value === "string" ? [`${tag}=${value}`] : undefined;
const word =
  (tag: string): PrintTag =>
  (value) =>
    typeof value === "string" ? [`${tag}=${value}`] : undefined;

/** JSDoc tag of each keyword; undefined for values that a tag cannot express. */
const TAGS: Readonly<Record<string, PrintTag>> = {
  title: (value) => (isOneLine(value) ? [`kubebuilder:title=${JSON.stringify(value)}`] : undefined),
  nullable: flag("nullable"),
  default: (value) => [`kubebuilder:default=${JSON.stringify(value)}`],
  example: (value) => [`kubebuilder:example=${JSON.stringify(value)}`],
  maximum: validation("Maximum"),
  minimum: validation("Minimum"),
  exclusiveMaximum: validation("ExclusiveMaximum"),
  exclusiveMinimum: validation("ExclusiveMinimum"),
  multipleOf: validation("MultipleOf"),
  maxLength: validation("MaxLength"),
  minLength: validation("MinLength"),
  pattern: (value) =>
    isOneLine(value) && !String(value).includes("`") ? [`kubebuilder:validation:Pattern=\`${value}\``] : undefined,
  maxItems: validation("MaxItems"),
  minItems: validation("MinItems"),
  uniqueItems: validation("UniqueItems"),
  maxProperties: validation("MaxProperties"),
  minProperties: validation("MinProperties"),
  format: word("kubebuilder:validation:Format"),
  "x-kubernetes-embedded-resource": flag("kubebuilder:validation:EmbeddedResource"),
  "x-kubernetes-preserve-unknown-fields": flag("kubebuilder:pruning:PreserveUnknownFields"),
  "x-kubernetes-list-type": word("listType"),
  "x-kubernetes-list-map-keys": (keys) => (Array.isArray(keys) ? keys.map((key) => `listMapKey=${key}`) : undefined),
  "x-kubernetes-map-type": word("mapType"),
  "x-kubernetes-mutability": mark("immutable"),
  "x-kubernetes-key-mutability": mark("immutable-keys"),
  "x-kubernetes-validations": (rules) => (Array.isArray(rules) ? rules.map(printRule) : undefined),
};

/**
 * Tags for everything that the type does not express; keywords without a tag are printed as JSON, so that nothing is
 * lost.
 */
export function printSchemaTags(schema: JsonObject): string[] {
  const tags: string[] = [];
  const rest: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const print = Object.hasOwn(TAGS, keyword) ? TAGS[keyword] : undefined;
    const printed = print?.(value);
    if (printed === undefined) {
      rest[keyword] = value;
    } else {
      appendAll(tags, printed);
    }
  }
  return Object.keys(rest).length === 0 ? tags : [...tags, `kiln:schema=${JSON.stringify(rest)}`];
}

function printRule(rule: JsonValue): string {
  const fields = Object.entries(asObject(rule)).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `kubebuilder:validation:XValidation:${fields.join(",")}`;
}

function printScalar(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isOneLine(value: JsonValue): boolean {
  return typeof value === "string" && !value.includes("\n");
}

/** Formats a JSDoc comment; empty without description and tags. Ends of comments in the text are escaped. */
export function printComment(description: string, tags: readonly string[], indent: string): string {
  const lines = [...(description === "" ? [] : description.split("\n")), ...tags.map((tag) => `@${tag}`)];
  const [only] = lines;
  if (only === undefined) {
    return "";
  }
  const safe = lines.map((line) => line.replace(/\*(\\*)\//g, "*\\$1/"));
  return lines.length === 1
    ? `${indent}/** ${safe[0]} */\n`
    : `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
