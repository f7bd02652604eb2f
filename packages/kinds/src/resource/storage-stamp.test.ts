import type { JsonObject } from "@kiln/api";
import { parseJsonSchema, stampFlags } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { storageStamp } from "./storage-stamp.ts";

function stampOf(json: JsonObject | undefined): string {
  return storageStamp({
    apiVersion: "example.com/v1",
    kind: "Widget",
    schema: json && parseJsonSchema(json).schema,
    preserveUnknownFields: false,
    semantics: "kep",
  });
}

const FIELDS: JsonObject = {
  a: { type: "string", default: "x" },
  b: { type: "array", items: { type: "integer", nullable: true } },
  c: { type: "object", additionalProperties: { type: "string" } },
};
const UNION: JsonObject = {
  type: "object",
  properties: { t: { type: "string", default: "A" }, a: { type: "string" } },
  "x-kubernetes-unions": [{ discriminator: "t", "fields-to-discriminateBy": { a: "A" } }],
};

describe("storageStamp()", () => {
  // Stored values contain these stamps: with another stamp the server would decode, prune and default each value again.
  it.each<[JsonObject | undefined, string]>([
    [undefined, "QlAmahiP"],
    [{ type: "object" }, "d4d@jkaJ"],
    [{ type: "object", nullable: true }, "R=g;FR:<"],
    [{ type: "object", "x-kubernetes-preserve-unknown-fields": true }, "SK9IW3U>"],
    [{ type: "object", "x-kubernetes-embedded-resource": true }, "XXaEhFLL"],
    [{ "x-kubernetes-int-or-string": true }, "3>3LcA?I"],
    [{ type: "object", properties: FIELDS }, "F1[cGNn1"],
    [UNION, "aDdg=Y@c"],
  ])("of %j is %s", (json, stamp) => {
    expect(stampOf(json)).toBe(stamp);
  });

  it("gives each flag a position of its own", () => {
    expect(stampFlags.map(({ stampFlag }) => stampFlag)).toEqual(stampFlags.map((_, i) => i));
  });

  it("leaves out descriptions and patterns", () => {
    expect(stampOf({ type: "object", description: "d" })).toBe(stampOf({ type: "object" }));
    expect(stampOf({ type: "string", pattern: "a" })).toBe(stampOf({ type: "string" }));
  });
});
