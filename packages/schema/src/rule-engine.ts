import type { FieldError, FieldPath } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";
import type { RuleCompiler } from "./rules.ts";

/** Runs `x-kubernetes-validations`. One engine serves any number of schemas; they share a CEL environment. */
export interface RuleEngine {
  /** Compiler for `compileSchema`. The rules of a node are compiled at its first value. */
  readonly compile: RuleCompiler;
  /** Checks the rules of a structural schema with valid defaults, their estimated cost included. */
  check(schema: JsonSchema, options: RuleCheck): FieldError[];
}

export interface RuleCheck {
  readonly path: FieldPath;
  /** Schemas that have other errors, or have a subschema with errors: their rules are not compiled. */
  readonly faulty: ReadonlySet<JsonSchema>;
  /** Whether the stored schema is equal: the cost of its rules is then not limited again. */
  readonly isUnchanged: boolean;
  /** Stored schemas: their expressions may use CEL features that are too new for new expressions. */
  readonly oldSchemas: readonly JsonSchema[];
}
