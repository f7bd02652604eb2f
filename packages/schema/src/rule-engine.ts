import type { FieldError, FieldPath } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";
import type { RuleCompiler } from "./rules.ts";

/** Runs `x-kubernetes-validations`. One serves any number of schemas; they share the language. */
export interface RuleEngine {
  /** For `compileSchema`. The rules of a node are compiled at its first value. */
  readonly compile: RuleCompiler;
  /** Errors of the rules of a structural schema with valid defaults, their estimated cost included. */
  check(schema: JsonSchema, options: RuleCheck): FieldError[];
}

export interface RuleCheck {
  readonly path: FieldPath;
  /** Schemas with other errors, in themselves or below: their rules are not compiled. */
  readonly faulty: ReadonlySet<JsonSchema>;
  /** Whether the stored schema is equal: the cost of its rules is then not checked. */
  readonly isUnchanged: boolean;
  /** The stored schemas: their expressions may use features that are too new for others. */
  readonly oldSchemas: readonly JsonSchema[];
}
