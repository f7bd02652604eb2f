import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFieldSelector } from "./compile-field-selector.ts";
import { compileLabelSelector } from "./compile-label-selector.ts";
import { type FieldRequirement, matchesFieldSelector } from "./field-selector.ts";
import { type LabelRequirement, matchesLabelSelector } from "./label-selector.ts";

const word = fc.constantFrom("a", "b", "c", "1", "2", "10", "");
const labels = fc.dictionary(word, word);
const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({
    key: word,
    operator: fc.constantFrom("in" as const, "notin" as const),
    values: fc.array(word, { minLength: 1 }),
  }),
  fc.record({
    key: word,
    operator: fc.constantFrom("=" as const, "==" as const, "!=" as const),
    values: fc.tuple(word),
  }),
  fc.record({ key: word, operator: fc.constantFrom("exists" as const, "!" as const), values: fc.constant([]) }),
  fc.record({
    key: word,
    operator: fc.constantFrom("gt" as const, "lt" as const),
    values: fc.tuple(fc.constantFrom("1", "2", "3")),
  }),
);
const term: fc.Arbitrary<FieldRequirement> = fc.record({
  field: word,
  operator: fc.constantFrom("=" as const, "!=" as const),
  value: word,
});

describe("a compiled selector", () => {
  it("selects by labels what comparing each requirement selects", () => {
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 24 }), labels, (selector, given) => {
        // Repeated, so that the selector is long enough to be compiled.
        const long = Array.from({ length: 20 }, () => selector).flat();
        expect(compileLabelSelector(long)(given)).toBe(matchesLabelSelector(selector, given));
        expect(compileLabelSelector(selector)(given)).toBe(matchesLabelSelector(selector, given));
      }),
    );
  });

  it("selects by fields what comparing each term selects", () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 24 }), labels, (selector, given) => {
        const lookup = (field: string) => (Object.hasOwn(given, field) ? given[field] : undefined);
        const long = Array.from({ length: 10 }, () => selector).flat();
        expect(compileFieldSelector(long)(lookup)).toBe(matchesFieldSelector(selector, lookup));
        expect(compileFieldSelector(selector)(lookup)).toBe(matchesFieldSelector(selector, lookup));
      }),
    );
  });
});
