import { deepCopy, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import { compilePrune } from "./prune.ts";
import { compileSetDefaults } from "./set-defaults.ts";
import { jsonObject, jsonValue, rootSchema, structuralSchema } from "./testing/arbitrary-schema.ts";
import { referencePrune } from "./testing/reference-prune.ts";

const semantics = fc.constantFrom<Semantics>("kep", "upstream");

function prunes(schema: JsonSchema, by: Semantics, value: JsonObject): JsonObject {
  const copy = deepCopy(value);
  compilePrune(schema, { semantics: by, isResourceRoot: true })(copy, { isStored: true });
  return copy;
}

/** True for values without metadata, which the reference does not prune. */
function isPlain(value: JsonValue): boolean {
  if (Array.isArray(value)) {
    return value.every(isPlain);
  }
  return !isJsonObject(value) || (!Object.hasOwn(value, "metadata") && Object.values(value).every(isPlain));
}

describe("pruning any object by any structural schema", () => {
  it("agrees with the rules as they are written down", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject.filter(isPlain), semantics, (schema, value, by) => {
        const copy = deepCopy(value);
        const report = compilePrune(schema, { semantics: by, isResourceRoot: true })(copy, { tracksRemoved: true });
        const expected = referencePrune(value, schema, by);
        expect(copy).toEqual(expected.value);
        expect(report.mismatches.map((mismatch) => mismatch.path)).toEqual(expected.mismatches);
      }),
      { numRuns: 600 },
    );
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject, semantics, (schema, value, by) => {
        const once = prunes(schema, by, value);
        expect(prunes(schema, by, once)).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  it("reports a removal if and only if something went", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject, semantics, (schema, value, by) => {
        const copy = deepCopy(value);
        const report = compilePrune(schema, { semantics: by, isResourceRoot: true })(copy, { tracksRemoved: true });
        expect(report.removed.length === 0).toBe(JSON.stringify(text(copy)) === JSON.stringify(text(value)));
      }),
      { numRuns: 300 },
    );
  });
});

function text(value: JsonValue): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}` : item)));
}

/** True if no default contains metadata: it would have to be valid, which only the check of the CRD ensures. */
function hasPlainMetadata(schema: JsonSchema): boolean {
  const children = [...(schema.properties ?? [])];
  const below = [...children.map(([, child]) => child), schema.items, schema.additionalProperties];
  return (
    !children.some(([name]) => name === "metadata") &&
    below.every((child) => typeof child !== "object" || hasPlainMetadata(child as JsonSchema))
  );
}

describe("defaulting any object by any structural schema", () => {
  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(rootSchema.filter(hasPlainMetadata), jsonObject, semantics, (schema, value, by) => {
        const setDefaults = compileSetDefaults(schema, { semantics: by });
        const once = deepCopy(value);
        setDefaults?.(once);
        const twice = deepCopy(once);
        setDefaults?.(twice);
        expect(twice).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  it("may skip the search for nulls where pruning saw none", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject, semantics, (schema, value, by) => {
        const setDefaults = compileSetDefaults(schema, { semantics: by });
        const searched = deepCopy(value);
        const { mayHaveNulls } = compilePrune(schema, { semantics: by, isResourceRoot: true })(searched, {
          isStored: true,
        });
        const skipped = deepCopy(searched);
        setDefaults?.(searched);
        setDefaults?.(skipped, { mayHaveNulls });
        expect(skipped).toEqual(searched);
      }),
      // A root with x-kubernetes-embedded-resource: its metadata is searched for nulls even if pruning found none.
      { numRuns: 600, examples: [[{ type: "object", embeddedResource: true }, { metadata: { name: null } }, "kep"]] },
    );
  });
});

describe("values that are no objects, by any structural schema", () => {
  it("never make pruning throw", () => {
    fc.assert(
      fc.property(structuralSchema, jsonValue, semantics, (schema, value, by) => {
        const prune = compilePrune(schema, { semantics: by, isResourceRoot: false });
        prune(deepCopy(value) as JsonObject);
      }),
      { numRuns: 300 },
    );
  });
});
