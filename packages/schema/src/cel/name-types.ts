import {
  type CelType,
  type FieldDeclaration,
  listType,
  mapType,
  stringType,
  structType,
  type TypeProvider,
} from "@kiln/cel";
import type { DeclaredObject, DeclaredType } from "./declare-type.ts";
import { type Readers, readAsIs } from "./read-declared.ts";
import { findField } from "./struct-view.ts";

/** CEL types visible to the rules of one schema. */
export interface NamedTypes {
  /** Type of the value that the rules validate. */
  readonly self: CelType;
  readonly provider: TypeProvider;
}

/** Types are named by their path below the value; a field's type is created when an expression uses it. */
export function nameTypes(declared: DeclaredType, readers: Readers, root = "selfType"): NamedTypes {
  const objects = new Map<string, DeclaredObject>();
  const fields = new Map<string, FieldDeclaration>();
  const naming: Naming = { objects, readers };
  return {
    self: nameType(naming, declared, root),
    provider: {
      hasType: (name) => objects.has(name),
      findField(typeName, fieldName) {
        const path = `${typeName}.${fieldName}`;
        const object = objects.get(typeName);
        const field = object && findField(object, fieldName);
        if (field === undefined) {
          return undefined;
        }
        const known = fields.get(path) ?? { type: nameType(naming, field.type, path), key: field.key };
        fields.set(path, known);
        return known;
      },
    },
  };
}

interface Naming {
  /** Declared object types by name; further types are added when an expression uses them. */
  readonly objects: Map<string, DeclaredObject>;
  readonly readers: Readers;
}

function nameType(naming: Naming, declared: DeclaredType, path: string): CelType {
  if (declared.kind === "scalar") {
    return declared.type;
  }
  const type = nameContainer(naming, declared, path);
  const read = naming.readers.of(declared);
  return read === readAsIs ? type : { ...type, fromData: read };
}

function nameContainer(naming: Naming, declared: Exclude<DeclaredType, { kind: "scalar" }>, path: string): CelType {
  switch (declared.kind) {
    case "list":
      return listType(nameType(naming, declared.element, `${path}.@idx`));
    case "map":
      return mapType(stringType, nameType(naming, declared.element, `${path}.@elem`));
    case "object":
      naming.objects.set(path, declared);
      return structType(path);
  }
}
