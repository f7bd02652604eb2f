import type { JsonObject, JsonValue } from "@kiln/api";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { decodeBuiltIn } from "./decode-built-in.ts";

const { schema } = parseJsonSchema({
  type: "object",
  properties: {
    data: { type: "object", additionalProperties: { type: "string" } },
    bytes: { type: "string", format: "byte" },
    ports: { type: "array", items: { type: "object", properties: { port: { type: "integer" } } } },
    flags: { type: "array", items: { type: "boolean" } },
    empty: { type: "object", properties: { a: { type: "string" } } },
    on: { type: "boolean" },
  },
});
const decoder = decodeBuiltIn("Thing", schema, compileSchema(schema, { semantics: "kep" }));

function decode(object: JsonObject, options?: Parameters<typeof decoder.prune>[1]) {
  const report = decoder.prune(object, { tracksRemoved: true, ...options });
  return { object, faults: report.mismatches.map(({ detail }) => detail), removed: report.removed };
}

describe("decodeBuiltIn()", () => {
  it.each<[what: string, given: JsonObject, kept: JsonObject]>([
    ["null for a field is nothing", { data: null, on: null, empty: null }, {}],
    [
      "null in a map or list is a zero value",
      { data: { a: null }, flags: [null] },
      { data: { a: "" }, flags: [false] },
    ],
    ["null in a list of structs is an empty one", { ports: [null, { port: null }] }, { ports: [{}, {}] }],
    ["empty maps and lists are left out, structs are not", { data: {}, ports: [], empty: {} }, { empty: {} }],
    ["false is not empty where it was given", { on: false }, { on: false }],
  ])("%s", (_, given, kept) => {
    expect(decode(given)).toEqual({ object: kept, faults: [], removed: [] });
  });

  it.each<[given: JsonObject, fault: string]>([
    [{ data: { a: 1 } }, "json: cannot unmarshal number into Go struct field Thing.data of type string"],
    [{ data: [] }, "json: cannot unmarshal array into Go struct field Thing.data of type map[string]string"],
    [{ ports: [{ port: "x" }] }, "json: cannot unmarshal string into Go struct field Thing.ports.port of type int64"],
    [{ on: "yes" }, "json: cannot unmarshal string into Go struct field Thing.on of type bool"],
    [{ bytes: "a%b" }, "illegal base64 data at input byte 1"],
    [{ bytes: "YWJ" }, "illegal base64 data at input byte 0"],
    [
      { metadata: { labels: [] } },
      "json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string",
    ],
  ])("complains of %j in Go's words", (given, fault) => {
    expect(decode(given).faults).toEqual([fault]);
  });

  it("names unknown fields in the order in which they come", () => {
    const given: JsonValue = { z: 1, metadata: { y: 1 }, ports: [{ x: 1 }], a: 1 };
    expect(decode(given).removed).toEqual(["z", "metadata.y", "ports[0].x", "a"]);
  });

  it("takes what is stored as it is", () => {
    const stored = { data: {}, bytes: "%" };
    expect(decode(stored, { isStored: true })).toEqual({ object: { data: {}, bytes: "%" }, faults: [], removed: [] });
  });
});
