import type { JsonObject, JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { dropEmptyMetadata } from "./coerce-metadata.ts";
import { compilePrune } from "./prune.ts";

const prune = compilePrune(
  {
    type: "object",
    properties: new Map([["tpl", { type: "object", embeddedResource: true, preserveUnknownFields: true }]]),
  },
  { semantics: "kep", isResourceRoot: true },
);

const cannot = "json: cannot unmarshal";

describe("metadata of a request", () => {
  it.each<[JsonValue, string, string]>([
    [{ name: 5 }, "metadata.name", `${cannot} number into Go struct field ObjectMeta.name of type string`],
    [{ uid: true }, "metadata.uid", `${cannot} bool into Go struct field ObjectMeta.uid of type types.UID`],
    [
      { namespace: ["x"] },
      "metadata.namespace",
      `${cannot} array into Go struct field ObjectMeta.namespace of type string`,
    ],
    [
      { generation: "one" },
      "metadata.generation",
      `${cannot} string into Go struct field ObjectMeta.generation of type int64`,
    ],
    [
      { generation: 1.5 },
      "metadata.generation",
      `${cannot} number 1.5 into Go struct field ObjectMeta.generation of type int64`,
    ],
    [
      { labels: { a: 1 } },
      "metadata.labels[a]",
      `${cannot} number into Go struct field ObjectMeta.labels of type string`,
    ],
    [
      { annotations: "x" },
      "metadata.annotations",
      `${cannot} string into Go struct field ObjectMeta.annotations of type map[string]string`,
    ],
    [
      { finalizers: "x" },
      "metadata.finalizers",
      `${cannot} string into Go struct field ObjectMeta.finalizers of type []string`,
    ],
    [
      { ownerReferences: [{ uid: "u" }, { controller: "yes" }] },
      "metadata.ownerReferences[1].controller",
      `${cannot} string into Go struct field OwnerReference.ownerReferences.controller of type bool`,
    ],
    ["str", "metadata", `${cannot} string into Go value of type v1.ObjectMeta`],
    [{ creationTimestamp: 5 }, "metadata.creationTimestamp", `${cannot} number into Go value of type string`],
    [
      { creationTimestamp: "yesterday" },
      "metadata.creationTimestamp",
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    ],
    [
      { deletionTimestamp: "2024-02-30T00:00:00Z" },
      "metadata.deletionTimestamp",
      'parsing time "2024-02-30T00:00:00Z": day out of range',
    ],
  ])("is refused in Go's words: %j", (metadata, path, detail) => {
    expect(prune({ metadata }).mismatches).toMatchObject([{ path, detail }]);
  });

  it("is refused with its place and value inside an embedded resource", () => {
    const report = prune({ tpl: { metadata: { labels: { a: 1 }, name: "ok" }, kind: 5 } });
    expect(report.mismatches.map(({ detail }) => detail)).toEqual([
      `tpl.metadata: Invalid value: {"labels":{"a":1},"name":"ok"}: ${cannot} number into Go struct field ObjectMeta.labels of type string`,
      "tpl.kind: Invalid value: 5: must be a string",
    ]);
  });

  it("names only the first of many inside an embedded resource, and still drops what is unknown", () => {
    const value: JsonObject = { tpl: { metadata: { odd: 1, labels: { a: 1, b: 2 }, finalizers: 5 } } };
    const report = prune(value, { tracksRemoved: true });
    expect(report.mismatches.map(({ path }) => path)).toEqual(["tpl.metadata.labels[a]"]);
    expect(report.removed).toEqual(["tpl.metadata.odd"]);
  });

  it.each([
    ["null anywhere", { name: null, labels: null, ownerReferences: [null, { uid: null }] }],
    ["leap days and offsets", { creationTimestamp: "2024-02-29T23:59:59.123+01:00" }],
    ["opaque field sets", { managedFields: [{ fieldsV1: { "f:spec": { ".": {} } }, time: "2024-01-31T00:00:00Z" }] }],
  ])("may hold %s", (_, metadata) => {
    const value: JsonObject = { metadata: structuredCloneOf(metadata) };
    expect(prune(value).mismatches).toEqual([]);
    expect(value).toEqual({ metadata });
  });
});

function structuredCloneOf(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

describe("metadata of a stored object", () => {
  it("loses known fields of a wrong type, as a whole, and unknown ones", () => {
    const value: JsonObject = {
      metadata: { name: 5, labels: { a: 1, b: "x" }, uid: "u", odd: 1 },
      tpl: { kind: 5, apiVersion: "v1", metadata: { finalizers: "x" } },
    };
    expect(prune(value, { isStored: true })).toMatchObject({ mismatches: [], toleratedMismatches: 4 });
    expect(value).toEqual({ metadata: { uid: "u" }, tpl: { apiVersion: "v1", metadata: {} } });
  });
});

describe("dropEmptyMetadata()", () => {
  it("drops what Go does not encode", () => {
    const metadata: JsonObject = {
      name: "n",
      namespace: "",
      generation: 0,
      creationTimestamp: null,
      deletionGracePeriodSeconds: 0,
      labels: {},
      annotations: { a: null, b: "" },
      finalizers: [],
    };
    dropEmptyMetadata(metadata);
    expect(metadata).toEqual({ name: "n", deletionGracePeriodSeconds: 0, annotations: { a: "", b: "" } });
  });
});
