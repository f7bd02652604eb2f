import type { FieldError, FieldPath } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";
import type { RuleCompiler } from "./rules.ts";

/** Runs `x-kubernetes-validations`. One serves any number of schemas; they share the language. */
export interface RuleEngine {
  /** For `compileSchema`. The rules of a node are compiled when a value first comes by. */
  readonly compile: RuleCompiler;
  /** Errors of the rules of a structural schema with valid defaults, their estimated cost included. */
  check(schema: JsonSchema, options: RuleCheck): FieldError[];
}

export interface RuleCheck {
  readonly path: FieldPath;
  /** Schemas with other errors, in themselves or below: their rules are passed over. */
  readonly faulty: ReadonlySet<JsonSchema>;
  /** The stored schema is the same: then the cost of its rules is not checked. */
  readonly isUnchanged: boolean;
  /** The stored schemas: their expressions may use features that are too new for others. */
  readonly oldSchemas: readonly JsonSchema[];
}
