import type { CelType, TypeProvider } from "@kiln/cel";

/** Types of the fields of an object type, by name. */
export type Fields = Readonly<Record<string, CelType>>;

/** Type provider of a fixed set of object types, by name. */
export function createFieldsProvider(types: ReadonlyMap<string, Fields>): TypeProvider {
  return {
    hasType: (name) => types.has(name),
    findField(typeName, field) {
      const type = ownType(types.get(typeName) ?? {}, field);
      return type === undefined ? undefined : { type };
    },
  };
}

export function ownType(fields: Fields, field: string): CelType | undefined {
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}
