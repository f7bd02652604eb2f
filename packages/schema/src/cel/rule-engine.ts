import { once } from "@kiln/api";
import { createEnvironment, type Environment } from "@kiln/cel";
import { createFault, type Fault } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { RuleEngine } from "../rule-engine.ts";
import type { RulePlace } from "../rules.ts";
import { someSchema, usedKeywords } from "../subschemas.ts";
import { checkRules } from "./check-rules.ts";
import { compileRule, type RuleEnvironments } from "./compile-rule.ts";
import { createDeclarations } from "./declare-type.ts";
import { nameTypes } from "./name-types.ts";
import { createReaders } from "./read-declared.ts";
import { type CompiledRules, runRules } from "./run-rules.ts";

/**
 * Kubernetes: new expressions may use only features of the previous version, so that a downgrade can evaluate them
 * (cel/environment/base.go DefaultCompatibilityVersion, v1.36).
 */
const PREVIOUS_VERSION = "1.35";

/** The CEL environment is created at the first rule: most servers never compile one. */
export function createRuleEngine(): RuleEngine {
  const forStored = once(() => createEnvironment());
  const forNew = once(() => createEnvironment({ version: PREVIOUS_VERSION }));
  const stored: RuleEnvironments = { forRule: forStored, forMessage: forStored };
  const declarations = createDeclarations();
  const readers = createReaders();
  const compileNode = (schema: JsonSchema, { node, isResource }: RulePlace): CompiledRules | undefined => {
    const declared = declarations.declare(node, { isResource });
    if (declared === undefined) {
      return undefined;
    }
    const types = nameTypes(declared, readers);
    const rules = (schema.validations ?? []).map((rule) =>
      compileRule(rule, { environments: stored, types, schema: node }),
    );
    return { rules, read: readers.of(declared), typeName: node.type ?? "" };
  };
  return {
    compile(schema, place) {
      const compiled = once(() => compileNode(schema, place));
      return (value, old, context) => {
        const rules = compiled();
        return rules === undefined ? [untypedFault(place)] : runRules(rules, { value, old }, context);
      };
    },
    check(schema, { oldSchemas, ...options }) {
      const environments = environmentsBeside(oldSchemas, forStored, forNew);
      return usedKeywords(schema).has("validations")
        ? checkRules(schema, { ...options, declarations, readers, environments })
        : [];
    },
  };
}

function untypedFault({ node }: RulePlace): Fault {
  const detail = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
  return createFault({ reason: "FieldValueInvalid", value: node.type ?? "", detail });
}

function environmentsBeside(
  oldSchemas: readonly JsonSchema[],
  forStored: () => Environment,
  forNew: () => Environment,
): RuleEnvironments {
  const known = once(() => findExpressions(oldSchemas));
  return {
    forRule: (expression) => (known().rules.has(expression) ? forStored() : forNew()),
    forMessage: (expression) => (known().messages.has(expression) ? forStored() : forNew()),
  };
}

function findExpressions(schemas: readonly JsonSchema[]) {
  const rules = new Set<string>();
  const messages = new Set<string>();
  for (const schema of schemas) {
    someSchema(schema, ({ validations = [] }) => {
      for (const { rule, messageExpression = "" } of validations) {
        rules.add(rule);
        messages.add(messageExpression);
      }
      return false;
    });
  }
  return { rules, messages };
}
