import { deepCopy, type FieldError, type JsonObject, once } from "@kiln/api";
import { compileSchema, createRuleEngine, parseJsonSchema, type SchemaSource, type UnionChange } from "@kiln/schema";
import { inlineSchema } from "./inline-schema.ts";

/** Result that the server is expected to return, computed before the object is sent. */
export interface ObjectVerdict {
  readonly errors: readonly FieldError[];
  /** Members of unions that the server clears, and discriminators that it sets. */
  readonly unionChanges: readonly UnionChange[];
}

/** Validates an object; `old` is the stored object, undefined for a new one. */
export type CheckObject = (object: JsonObject, old: JsonObject | undefined) => ObjectVerdict;

/**
 * Creates a checker. The schema is compiled for the first object; CEL rules, immutability keywords and unions are
 * checked by the server's own code.
 */
export function createChecker(source: SchemaSource): CheckObject {
  const compiled = once(() => {
    const { schema } = parseJsonSchema(inlineSchema(source));
    return compileSchema(schema, { semantics: "kep", rules: createRuleEngine().compile });
  });
  return (object, old) => {
    const [now, before] = [deepCopy(object), old === undefined ? undefined : deepCopy(old)];
    const { setDefaults, unions, mutability, validate, validateUpdate } = compiled();
    setDefaults?.(now);
    if (before === undefined) {
      return { unionChanges: unions?.normalize(now) ?? [], errors: validate(now) };
    }
    setDefaults?.(before);
    const unionChanges = unions?.normalize(now, before) ?? [];
    return { unionChanges, errors: [...validateUpdate(now, before), ...(mutability?.(before, now) ?? [])] };
  };
}
