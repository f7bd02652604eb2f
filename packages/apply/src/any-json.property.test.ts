import type { JsonObject, JsonValue } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply } from "./apply.ts";
import { anyKind } from "./testing/arbitrary.ts";
import { update } from "./update.ts";

const key = fc.constantFrom(
  "spec",
  "metadata",
  "ports",
  "tags",
  "map",
  "any",
  "port",
  "proto",
  "point",
  "args",
  "__proto__",
);

const value = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -0, 1.5, 9007199254740993n, "", "x", "\ud800"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("json")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).json as fc.Arbitrary<JsonValue>;

const element = fc.oneof(
  fc.constantFrom(".", "f:spec", "f:any", 'k:{"port":1}', "v:1.0", "i:0", "q:x", "k:[", ""),
  fc.string(),
);
const fields = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, fc.constantFrom({}, null, 1), fc.dictionary(element, tie("node"), { maxKeys: 3 })),
})).node as fc.Arbitrary<JsonValue>;

const entry = fc.record(
  {
    manager: fc.constantFrom<JsonValue>("a", "b", 1, null),
    operation: fc.constantFrom<JsonValue>("Apply", "Update", "", 5),
    apiVersion: fc.constantFrom<JsonValue>("v1", "v2", "", null),
    time: fc.constantFrom<JsonValue>("2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "never", 7, null),
    fieldsType: fc.constantFrom<JsonValue>("FieldsV1", "FieldsV2"),
    fieldsV1: fields,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonValue>;

const object: fc.Arbitrary<JsonObject> = fc
  .record({
    spec: value,
    metadata: fc.oneof(value, fc.record({ managedFields: fc.oneof(value, fc.array(entry, { maxLength: 3 })) })),
  })
  .map((rest) => ({ apiVersion: "v1", kind: "Widget", ...rest }) as JsonObject);

describe("whatever JSON comes", () => {
  const { kind } = anyKind;
  const options = { kind, manager: "m", now: "2026-01-01T00:00:00Z" };

  it("is applied or refused, and nothing that was given changes", () => {
    fc.assert(
      fc.property(object, object, fc.boolean(), (live, config, force) => {
        const before = print([live, config]);
        const { outcome } = apply(live, config, { ...options, force });
        expect(["applied", "conflict", "failed", "refused"]).toContain(outcome);
        expect(print([live, config])).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it("is tracked or not, and what is tracked can be read again", () => {
    fc.assert(
      fc.property(object, object, fc.boolean(), (live, wanted, isNew) => {
        const managedFields = update(isNew ? undefined : live, wanted, options);
        const again = { ...wanted, metadata: { uid: "1", managedFields } };
        expect(update(again, again, options)).toEqual(managedFields);
      }),
      { numRuns: 300 },
    );
  });

  it("may be nested as deep as a request allows", () => {
    const deep = (depth: number): JsonObject => {
      let inner: JsonObject = {};
      for (let i = 0; i < depth; i++) {
        inner = { a: inner };
      }
      return { apiVersion: "v1", kind: "Widget", spec: { any: inner } };
    };
    const applied = apply({ apiVersion: "v1", kind: "Widget" }, deep(990), options);
    expect(applied.outcome).toBe("applied");
    const live = applied.outcome === "applied" ? applied.object : {};
    expect(apply(live, deep(500), options).outcome).toBe("applied");
  });
});

function print(given: JsonValue): string {
  return JSON.stringify(given, (_, inner) => (typeof inner === "bigint" ? `${inner}n` : inner));
}
