import type { JsonObject } from "@kiln/api";
import { allFeatures } from "@kiln/kinds";
import { parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { publishCustomKind } from "./publish-schema.ts";
import type { PublishedResource } from "./published-resource.ts";
import { sampleVersion } from "./sample-version.ts";

/** Published schema of one property, from a CRD with that property at the root. */
function publish(property: JsonObject, version: "v2" | "v3"): unknown {
  const { schema } = parseJsonSchema({ type: "object", properties: { x: property } });
  const published = { preserveUnknownFields: false, readSchema: () => schema };
  const sample = sampleVersion.resources[0] as PublishedResource;
  const resource = { ...sample, serving: { ...sample.serving, published } };
  const [[, kind] = ["", {}]] = publishCustomKind(resource, version, allFeatures);
  return (kind.properties as JsonObject).x;
}

const STRING = { type: "string" };
const EITHER = [{ type: "integer" }, { type: "string" }];

describe("publishCustomKind()", () => {
  it.each([
    ["null as a value", { type: "string", nullable: true }, {}],
    ["fields of a nullable object", { type: "object", nullable: true, properties: { a: STRING } }, {}],
    [
      "fields of an object that keeps unknown ones",
      { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: STRING } },
      { "x-kubernetes-preserve-unknown-fields": true },
    ],
    ["defaults", { type: "string", default: "a" }, { type: "string" }],
    [
      "junctors",
      { type: "object", properties: { a: STRING }, oneOf: [{ required: ["a"] }], not: { required: ["b"] } },
      { type: "object", properties: { a: STRING } },
    ],
    [
      "that a field which may be null is required",
      { type: "object", required: ["a", "b"], properties: { a: { ...STRING, nullable: true }, b: STRING } },
      { type: "object", required: ["b"], properties: { a: {}, b: STRING } },
    ],
    [
      "the type of a list of anything",
      { type: "array", nullable: true, items: STRING, "x-kubernetes-list-type": "set" },
      { "x-kubernetes-list-type": "set" },
    ],
  ])("cannot say %s in v2", (_, property, simple) => {
    expect(publish(property, "v2")).toEqual(simple);
    expect(publish(property, "v3")).toEqual(property);
  });

  it.each(["v2", "v3"] as const)("keeps marks and unions in %s on whatever node they stand", (version) => {
    const marks = {
      "x-kubernetes-mutability": "Immutable",
      "x-kubernetes-key-mutability": "AddOnly",
      "x-kubernetes-unions": [{ "fields-to-discriminateBy": { a: "A" } }],
    };
    for (const node of [
      { type: "object", nullable: true },
      { "x-kubernetes-int-or-string": true },
      { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    ]) {
      expect(publish({ ...node, ...marks }, version)).toMatchObject(marks);
    }
  });

  it("says of what is an integer or a string that it is either", () => {
    const mark = { "x-kubernetes-int-or-string": true };
    const narrow = [{ pattern: "^a" }, { minimum: 3 }];
    expect(publish(mark, "v3")).toEqual({ ...mark, anyOf: EITHER });
    expect(publish({ ...mark, anyOf: EITHER }, "v3")).toEqual({ ...mark, anyOf: EITHER });
    expect(publish({ ...mark, anyOf: narrow }, "v3")).toEqual({ ...mark, anyOf: narrow, allOf: [{ anyOf: EITHER }] });
    expect(publish(mark, "v2")).toEqual(mark);
  });

  it("names the fields of an embedded object, except where v2 would then refuse all others", () => {
    const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
    const open = { ...embedded, "x-kubernetes-preserve-unknown-fields": true };
    expect(publish(open, "v3")).toMatchObject({ required: ["kind", "apiVersion"], properties: { kind: STRING } });
    const metadata = { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" };
    expect(publish({ ...embedded, properties: { a: STRING } }, "v2")).toMatchObject({ properties: { metadata } });
    expect(publish(open, "v2")).toEqual({
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    });
  });

  it("takes any name for a field", () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}');
    for (const version of ["v2", "v3"] as const) {
      const published = publish({ type: "object", properties }, version) as JsonObject;
      expect(JSON.stringify(published.properties)).toBe(JSON.stringify(properties));
    }
  });
});
