import type { JsonSchema } from "../json-schema.ts";
import { createDeclarations } from "./declare-type.ts";
import { type NamedTypes, nameTypes } from "./name-types.ts";
import { createReaders } from "./read-declared.ts";

/** CEL types of the objects of a schema, the root's called `name`; undefined if it declares none. */
export function nameObjectTypes(schema: JsonSchema, name: string): NamedTypes | undefined {
  const declared = createDeclarations().declare(schema, { isResource: true });
  return declared && nameTypes(declared, createReaders(), name);
}
