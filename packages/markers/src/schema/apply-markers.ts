import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { Marker } from "../marker/marker.ts";
import {
  MarkerValueError,
  readMarkerAny,
  readMarkerFields,
  readMarkerFlag,
  readMarkerList,
  readMarkerNumber,
  readMarkerText,
  tryJson,
} from "../marker/marker-value.ts";
import type { SourceFault } from "../source-position.ts";
import { doubtMarker } from "./doubt-marker.ts";

/** Adds the keyword of a marker to a schema. Throws MarkerValueError for an invalid value. */
type ApplyMarker = (schema: JsonObject, text: string) => void;

const VALIDATION = "kubebuilder:validation:";
const ITEMS = `${VALIDATION}items:`;

const isNumeric = ({ type }: JsonObject) => type === "integer" || type === "number";
const isTextual = (schema: JsonObject) => schema.type === "string" || schema["x-kubernetes-int-or-string"] === true;
const isArray = ({ type }: JsonObject) => type === "array";
const isObject = ({ type }: JsonObject) => type === "object";

/** Marker of a keyword that applies to certain types only. */
function keyword<T extends JsonValue>(
  name: string,
  read: (text: string) => T,
  fits: { readonly test: (schema: JsonObject) => boolean; readonly word: string },
): ApplyMarker {
  return (schema, text) => {
    if (!fits.test(schema)) {
      throw new MarkerValueError(`is for ${fits.word}, and this is ${String(schema.type ?? "of any type")}`);
    }
    schema[name] = read(text);
  };
}

const numbers = { test: isNumeric, word: "numbers" };
const texts = { test: isTextual, word: "strings" };
const lists = { test: isArray, word: "lists" };
const objects = { test: isObject, word: "objects" };
const anything = { test: () => true, word: "everything" };

const MUTABILITIES = ["Immutable", "AddOnly", "RemoveOnly"];

function readMutability(text: string): string {
  const value = text === "" ? "Immutable" : readMarkerText(text);
  if (!MUTABILITIES.includes(value)) {
    throw new MarkerValueError(`must be one of ${MUTABILITIES.join(", ")}, not ${JSON.stringify(value)}`);
  }
  return value;
}

function oneOf(...words: readonly string[]): (text: string) => string {
  return (text) => {
    const value = readMarkerText(text);
    if (!words.includes(value)) {
      throw new MarkerValueError(`must be one of ${words.join(", ")}, not ${JSON.stringify(value)}`);
    }
    return value;
  };
}

const yes = () => true;
const preserve = keyword("x-kubernetes-preserve-unknown-fields", yes, anything);

/** Markers below `kubebuilder:validation:`, which also exist for the items of a list. */
const VALIDATIONS: Readonly<Record<string, ApplyMarker>> = {
  Maximum: keyword("maximum", readMarkerNumber, numbers),
  Minimum: keyword("minimum", readMarkerNumber, numbers),
  ExclusiveMaximum: keyword("exclusiveMaximum", readMarkerFlag, numbers),
  ExclusiveMinimum: keyword("exclusiveMinimum", readMarkerFlag, numbers),
  MultipleOf: keyword("multipleOf", readMarkerNumber, numbers),
  MaxLength: keyword("maxLength", readMarkerNumber, texts),
  MinLength: keyword("minLength", readMarkerNumber, texts),
  Pattern: keyword("pattern", readMarkerText, texts),
  MaxItems: keyword("maxItems", readMarkerNumber, lists),
  MinItems: keyword("minItems", readMarkerNumber, lists),
  UniqueItems: keyword("uniqueItems", readMarkerFlag, lists),
  MaxProperties: keyword("maxProperties", readMarkerNumber, objects),
  MinProperties: keyword("minProperties", readMarkerNumber, objects),
  Enum: keyword("enum", readMarkerList, anything),
  Format: keyword("format", readMarkerText, anything),
  Type: keyword("type", readMarkerText, anything),
  XPreserveUnknownFields: preserve,
  XEmbeddedResource: keyword("x-kubernetes-embedded-resource", yes, anything),
  EmbeddedResource: keyword("x-kubernetes-embedded-resource", yes, anything),
  XIntOrString: keyword("x-kubernetes-int-or-string", yes, anything),
  XValidation: (schema, text) => addRule(schema, toRule(readMarkerFields(text))),
  AtMostOneOf: (schema, text) => addRule(schema, countRule(readMarkerList(text), "at most one")),
  ExactlyOneOf: (schema, text) => addRule(schema, countRule(readMarkerList(text), "exactly one")),
  AtLeastOneOf: (schema, text) => addRule(schema, countRule(readMarkerList(text), "at least one")),
};

/** Markers in the order in which they are applied, because some depend on others. */
const OTHERS: Readonly<Record<string, ApplyMarker>> = {
  listType: keyword("x-kubernetes-list-type", oneOf("map", "set", "atomic"), lists),
  "k8s:listType": keyword("x-kubernetes-list-type", oneOf("map", "set", "atomic"), lists),
  listMapKey: addListMapKey,
  "k8s:listMapKey": addListMapKey,
  mapType: keyword("x-kubernetes-map-type", oneOf("granular", "atomic"), objects),
  structType: keyword("x-kubernetes-map-type", oneOf("granular", "atomic"), objects),
  nullable: keyword("nullable", yes, anything),
  default: applyPlainDefault,
  "kubebuilder:default": applyDefault,
  "kubebuilder:example": keyword("example", readMarkerAny, anything),
  "kubebuilder:title": keyword("title", readMarkerText, anything),
  "kubebuilder:pruning:PreserveUnknownFields": preserve,
  // JSON object with keywords that have no marker of their own.
  "kiln:schema": (schema, text) => {
    const given = tryJson(text);
    if (!isJsonObject(given)) {
      throw new MarkerValueError("must be a JSON object");
    }
    Object.assign(schema, given);
  },
  "kubebuilder:externalDocs": (schema, text) => {
    schema.externalDocs = Object.fromEntries(readMarkerFields(text)) as JsonObject;
  },
  immutable: keyword("x-kubernetes-mutability", readMutability, anything),
  "k8s:immutable": keyword("x-kubernetes-mutability", () => "Immutable", anything),
  "immutable-keys": keyword("x-kubernetes-key-mutability", readMutability, {
    test: (schema) => isArray(schema) || isObject(schema),
    word: "lists and maps",
  }),
};

/** Order of application: first the markers that others depend on, then in source order, last those that override. */
const FIRST = new Set([`${VALIDATION}Type`, `${VALIDATION}XIntOrString`, "listType", "k8s:listType"]);
const LAST = ["default", "kubebuilder:default"];

/** Adds the keywords of all schema markers to the schema; other markers are ignored here. */
export function applyMarkers(schema: JsonObject, markers: readonly Marker[], faults: SourceFault[]): void {
  for (const marker of [...markers].sort((a, b) => priorityOf(a) - priorityOf(b))) {
    const doubt = doubtMarker(marker, KNOWN);
    if (doubt !== undefined) {
      faults.push(doubt);
    }
    try {
      applyMarker(schema, marker);
    } catch (error) {
      if (!(error instanceof MarkerValueError)) {
        throw error;
      }
      const message = `+${marker.name} ${error.message}`;
      faults.push({ position: marker.position, severity: "error", message });
    }
  }
}

const KNOWN = [
  ...Object.keys(VALIDATIONS).flatMap((name) => [VALIDATION + name, ITEMS + name]),
  ...Object.keys(OTHERS),
];

function priorityOf({ name }: Marker): number {
  return FIRST.has(name) ? 0 : name.startsWith(ITEMS) ? 2 : 3 * (LAST.indexOf(name) + 1) || 1;
}

function applyMarker(schema: JsonObject, { name, text }: Marker): void {
  if (name.startsWith(ITEMS)) {
    const items = schema.items;
    if (!isJsonObject(items)) {
      throw new MarkerValueError("is for lists");
    }
    lookUp(VALIDATIONS, name.slice(ITEMS.length))?.(items, text);
  } else if (name.startsWith(VALIDATION)) {
    lookUp(VALIDATIONS, name.slice(VALIDATION.length))?.(schema, text);
  } else {
    lookUp(OTHERS, name)?.(schema, text);
  }
}

function lookUp(table: Readonly<Record<string, ApplyMarker>>, name: string): ApplyMarker | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function addListMapKey(schema: JsonObject, text: string): void {
  if (schema["x-kubernetes-list-type"] !== "map") {
    throw new MarkerValueError("is for lists with +listType=map");
  }
  const keys = schema["x-kubernetes-list-map-keys"];
  schema["x-kubernetes-list-map-keys"] = [...(Array.isArray(keys) ? keys : []), readMarkerText(text)];
}

/** A default that names a Go constant is skipped: its value is not known here. */
function applyPlainDefault(schema: JsonObject, text: string): void {
  const value = tryJson(text);
  if (value !== undefined && value !== null) {
    schema.default = value;
  }
}

function applyDefault(schema: JsonObject, text: string): void {
  const value = isTextual(schema) && !isJsonText(text) ? readMarkerText(text) : readMarkerAny(text);
  const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
  // The value `{}` is an empty list or an empty object, depending on the type.
  schema.default = schema.type === "array" && isEmpty ? [] : value;
}

/** Whether a marker's text is decoded as JSON. For an int-or-string, digits are a number. */
function isJsonText(text: string): boolean {
  return /^(?:"|-?\d+$)/.test(text);
}

function addRule(schema: JsonObject, rule: JsonObject): void {
  const rules = schema["x-kubernetes-validations"];
  schema["x-kubernetes-validations"] = [...(Array.isArray(rules) ? rules : []), rule];
}

function toRule(fields: ReadonlyMap<string, JsonValue>): JsonObject {
  const rule: JsonObject = {};
  for (const [key, value] of fields) {
    rule[key] = key === "optionalOldSelf" ? value : String(value);
  }
  if (typeof rule.rule !== "string") {
    throw new MarkerValueError("has no rule");
  }
  return rule;
}

function countRule(fields: readonly JsonValue[], how: "at most one" | "exactly one" | "at least one"): JsonObject {
  const names = fields.map(String);
  const sum = names.map((name) => `(has(self.${name})?1:0)`).join("+");
  const listed = `[${names.join(" ")}]`;
  switch (how) {
    case "at most one":
      return { rule: `${sum} <= 1`, message: `at most one of the fields in ${listed} may be set` };
    case "exactly one":
      return { rule: `${sum} == 1`, message: `exactly one of the fields in ${listed} must be set` };
    case "at least one": {
      const rule = names.map((name) => `has(self.${name})`).join("||");
      return { rule, message: `at least one of the fields in ${listed} must be set` };
    }
  }
}
