import { type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkSchema } from "../check-schema.ts";
import { parseJsonSchema } from "../parse-schema.ts";

const KEY = "x-kubernetes-unions";
const FIELDS = "fields-to-discriminateBy";

const parse = (json: JsonObject) => parseJsonSchema(json).schema;

function inSpec(schema: JsonObject): JsonObject {
  return { type: "object", properties: { spec: schema } };
}

const members = { http: { type: "object" }, tcp: { type: "object" } };

function withEnum(values: string[] | undefined, mapping: JsonObject = { http: "HTTP", tcp: "TCP" }): JsonObject {
  const type = { type: "string", ...(values === undefined ? {} : { enum: values }) };
  return inSpec({
    type: "object",
    properties: { type, ...members },
    [KEY]: [{ discriminator: "type", [FIELDS]: mapping }],
  });
}

function listMap(union: JsonObject): JsonObject {
  const text = { type: "string" };
  const items = { type: "object", required: ["key"], properties: { key: text, a: text, b: text }, [KEY]: [union] };
  const list = { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"], items };
  return inSpec({ type: "object", properties: { list } });
}

const rootUnion: JsonObject = {
  type: "object",
  properties: { spec: { type: "object" }, status: { type: "object" } },
  [KEY]: [{ [FIELDS]: { spec: "Spec", status: "Status" } }],
};

function errorsOf(schema: JsonObject, options: Parameters<typeof checkSchema>[1] = {}): string[] {
  return checkSchema(parse(schema), options).map(printFieldError);
}

describe("a union whose parts do not fit", () => {
  it.each<[string, JsonObject]>([
    ["an enum with all values of the mapping", withEnum(["HTTP", "TCP"])],
    ["an enum with more", withEnum(["HTTP", "TCP", "Nothing"])],
    ["no enum", withEnum(undefined)],
    ["fields of list map items that are no keys", listMap({ discriminator: "a", [FIELDS]: { b: "B" } })],
    ["a union of status without a subresource", rootUnion],
  ])("passes with %s", (_, schema) => {
    expect(errorsOf(schema)).toEqual([]);
  });

  it("is rejected if the enum lacks a value of the mapping, with the values that it has", () => {
    const at = `properties[spec].${KEY}[0].${FIELDS}`;
    expect(errorsOf(withEnum(["http", "TCP"]))).toEqual([
      `${at}[http]: Invalid value: "HTTP": must be a value of the discriminator type, whose enum has "http", "TCP": ` +
        'add "HTTP" to the enum, or map http to one of its values',
    ]);
  });

  it("is rejected if a discriminator or member is a key of its list map", () => {
    const at = `properties[spec].properties[list].items.${KEY}[0]`;
    const detail = "must not be a key of its list map: normalization would change which item it is";
    expect(errorsOf(listMap({ discriminator: "key", [FIELDS]: { a: "A" } }))).toEqual([
      `${at}.discriminator: Forbidden: the discriminator ${detail}`,
    ]);
    const { properties } = listMap({ [FIELDS]: { key: "K", a: "A" } });
    const optional = JSON.parse(JSON.stringify({ type: "object", properties }).replace('"required":["key"],', ""));
    expect(errorsOf(optional)).toContain(`${at}.${FIELDS}[key]: Forbidden: a member ${detail}`);
  });

  it("is rejected if it has status beside the status subresource", () => {
    expect(errorsOf(rootUnion, { hasStatus: true })).toEqual([
      `${KEY}[0].${FIELDS}[status]: Forbidden: status must not be a member of a union if the status subresource is enabled`,
    ]);
  });

  it("may stay as it was stored, and gets no other error in", () => {
    const oldSchemas = [parse(withEnum(["http", "TCP"]))];
    expect(errorsOf(withEnum(["http", "TCP"]), { oldSchemas })).toEqual([]);
    expect(errorsOf(withEnum(["http", "tcp"]), { oldSchemas })).toHaveLength(2);
    const stored = [parse(rootUnion)];
    expect(errorsOf(rootUnion, { hasStatus: true, hadStatus: true, oldSchemas: stored })).toEqual([]);
    expect(errorsOf(rootUnion, { hasStatus: true, hadStatus: false, oldSchemas: stored })).toHaveLength(1);
  });
});
