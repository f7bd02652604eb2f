import type { JsonObject, JsonValue } from "@kiln/api";
import type { Kind, PublishedSchema } from "./open-api.ts";

/**
 * `distinct`: as valid as the schema allows to guess. `equal`: all items equal the first. `invalid`: each item violates
 * rules.
 */
export type Flavor = "distinct" | "equal" | "invalid";

export interface Sample {
  readonly kind: Kind;
  readonly flavor: Flavor;
  /** Number that distinguishes this sample from others. */
  readonly index: number;
}

/** A small value for a schema. `name` is the name of the field, which often implies the format of a string. */
export function makeValue(schema: PublishedSchema, name: string, sample: Sample): JsonValue {
  const { kind, flavor } = sample;
  const resolved = kind.resolve(schema);
  const index = flavor === "equal" ? 0 : sample.index;
  const { schema: own, definition = "" } = resolved;
  if (definition.endsWith(".Quantity")) {
    return flavor === "invalid" ? `x${index}` : String(index + 1);
  }
  if (definition.endsWith("Time")) {
    return "2026-01-02T03:04:05Z";
  }
  if (definition.endsWith(".IntOrString") || own["x-kubernetes-int-or-string"] === true) {
    return flavor === "invalid" ? -1 - index : 1 + (index % 65_535);
  }
  if (own.properties !== undefined) {
    return makeObject(own, sample);
  }
  switch (own.type) {
    case "array":
      return own.items === undefined ? [] : [makeValue(own.items, name, sample)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return makeNumber(name, flavor, index);
    case "string":
      return own.enum === undefined ? makeText(own, name, { flavor, index }) : makeChoice(own.enum, flavor, index);
    default:
      return own.additionalProperties === undefined
        ? {}
        : { [`k${index}`]: makeValue(own.additionalProperties, name, sample) };
  }
}

/** Fields that identify an item, required fields, and a few others if there are none of these. */
function makeObject(schema: PublishedSchema, sample: Sample): JsonObject {
  const properties = schema.properties ?? {};
  const names = new Set(schema.required ?? []);
  for (const name of ["name", "key", "uid", "ip", "port"]) {
    if (names.size < 2 && Object.hasOwn(properties, name)) {
      names.add(name);
    }
  }
  if (names.size === 0) {
    for (const name of Object.keys(properties).slice(0, 2)) {
      names.add(name);
    }
  }
  const object: JsonObject = {};
  for (const name of names) {
    const property = properties[name];
    if (property !== undefined) {
      object[name] = makeValue(property, name, sample);
    }
  }
  return object;
}

function makeNumber(name: string, flavor: Flavor, index: number): JsonValue {
  if (flavor === "invalid") {
    return -1 - index;
  }
  return /port/i.test(name) ? 1 + (index % 65_535) : 1 + index;
}

function makeChoice(choices: readonly string[], flavor: Flavor, index: number): JsonValue {
  return flavor === "invalid" ? `Bad${index}` : (choices[index % choices.length] as string);
}

type Facts = Pick<Sample, "flavor" | "index">;

function makeText({ format }: PublishedSchema, name: string, { flavor, index }: Facts): JsonValue {
  if (flavor === "invalid") {
    return `!Bad ${index} \u0007!`;
  }
  if (format === "byte") {
    return Buffer.from(`b${index}`).toString("base64");
  }
  const rule = TEXTS.find(([pattern]) => pattern.test(name));
  return rule === undefined ? `n${index}` : rule[1](index);
}

const ipv4 = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** Usual values of fields, by name. */
const TEXTS: readonly (readonly [RegExp, (index: number) => string])[] = [
  [/^finalizers$/, (index) => `example.com/f${index}`],
  [/cidr/i, (index) => `${ipv4(index)}/32`],
  [/^(ip|.*IP|.*IPs|addresses)$/, ipv4],
  [/path/i, (index) => `/p/${index}`],
  [/^apiVersion$/, () => "v1"],
  [/^kind$/, () => "ConfigMap"],
  [/^operator$/, () => "Exists"],
  [/^(protocol)$/, () => "TCP"],
  [/^(expression|messageExpression)$/, (index) => `1 + ${index} > 0`],
];

/** List or map of at most `bytes` bytes of JSON, with at least one item. */
export function growValue(
  place: {
    readonly shape: "list" | "map" | "text";
    readonly schema: PublishedSchema;
    readonly path: readonly string[];
  },
  size: { readonly kind: Kind; readonly flavor: Flavor; readonly bytes: number },
): JsonValue {
  const { kind, flavor, bytes } = size;
  const name = place.path.findLast((step) => step !== "*") ?? "";
  if (place.shape === "text") {
    return (flavor === "invalid" ? "! \u0007" : flavor === "equal" ? "a" : "ab1.-/").repeat(bytes).slice(0, bytes);
  }
  const inner = (place.shape === "list" ? place.schema.items : place.schema.additionalProperties) ?? {};
  const item = (index: number) => makeValue(inner, name, { kind, flavor, index });
  const itemBytes = (JSON.stringify(item(100_000)) ?? "").length + 1;
  if (place.shape === "list") {
    return Array.from({ length: Math.max(1, Math.floor(bytes / itemBytes)) }, (_, index) => item(index));
  }
  const count = Math.max(1, Math.floor(bytes / (itemBytes + 10)));
  const key = (index: number) => (flavor === "invalid" ? `!k ${index}!` : `k${index}`);
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), item(index)]));
}
