import { deepCopy } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileMutability } from "./mutability.ts";
import { jsonObject, rootSchema } from "./testing/arbitrary-schema.ts";
import { referenceMutability } from "./testing/reference-mutability.ts";

describe("mutability marks on any structural schema", () => {
  it("are judged as the rules are written down", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject, jsonObject, (schema, old, now) => {
        const paths = (compileMutability(schema)?.(old, now) ?? []).map((error) => error.field);
        expect(paths.sort()).toEqual(referenceMutability(schema, old, now));
      }),
      { numRuns: 1000 },
    );
  });

  it("allow an update that changes nothing", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject, (schema, value) => {
        expect(compileMutability(schema)?.(value, deepCopy(value)) ?? []).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
