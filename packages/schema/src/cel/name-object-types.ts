import type { JsonSchema } from "../json-schema.ts";
import { createDeclarations } from "./declare-type.ts";
import { type NamedTypes, nameTypes } from "./name-types.ts";
import { createReaders } from "./read-declared.ts";

/**
 * Named CEL types of the objects of a schema; the root type is called `name`. Undefined if CEL cannot declare the
 * schema.
 */
export function nameObjectTypes(schema: JsonSchema, name: string): NamedTypes | undefined {
  const declared = createDeclarations().declare(schema, { isResource: true });
  return declared && nameTypes(declared, createReaders(), name);
}
