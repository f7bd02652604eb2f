import { describe, expect, it } from "vitest";
import { createRuleEngine } from "./cel/rule-engine.ts";
import { parseJsonSchema } from "./parse-schema.ts";
import { RulesPaused, type RuleTrail } from "./rule-trail.ts";
import { compileValidate } from "./validate.ts";

const rules = ["self.a > 1", "self.a < 3", "self.b == 'x'"].map((rule) => ({
  rule,
  messageExpression: "string(self.a)",
}));
const { schema } = parseJsonSchema({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "string" } },
      "x-kubernetes-validations": rules,
    },
  },
});

describe("a validation with a trail", () => {
  it("is broken off between expressions, and comes to the same when it is begun again", () => {
    const { validate } = compileValidate(schema, { rules: createRuleEngine().compile });
    const value = { spec: { a: 5, b: "y" } };
    const trail: RuleTrail = { outcomes: [], used: 0, isTimeUp: () => true };
    const known: number[] = [];
    let errors: unknown;
    while (errors === undefined) {
      trail.used = 0;
      const before = trail.outcomes.length;
      // Interrupts the validation after each expression.
      trail.isTimeUp = () => trail.outcomes.length > before;
      try {
        errors = validate(value, { trail });
      } catch (error) {
        expect(error).toBeInstanceOf(RulesPaused);
        known.push(trail.outcomes.length);
      }
    }
    expect(known).toEqual([1, 2, 3, 4]);
    expect(errors).toEqual(validate(value));
    expect(errors).toHaveLength(2);
  });
});
