import { type FieldError, type FieldPath, required } from "@kiln/api";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { junctorsBelow } from "./subschemas.ts";

/**
 * Every property and item list named inside allOf, anyOf, oneOf or not at the root must exist in the structural part of
 * the schema. Kubernetes: the same keywords further down are not checked, so a oneOf below the root may name fields
 * that do not exist (apiserver/schema/complete.go validateStructuralCompleteness, v1.36).
 */
export function checkCompleteness(root: JsonSchema, path: FieldPath): FieldError[] {
  return checkJunctors(root, { structure: root, structurePath: path, path });
}

interface Counterpart {
  readonly structure: JsonSchema;
  readonly structurePath: FieldPath;
  /** Path of the property or item list that is checked. */
  readonly path: FieldPath;
}

function checkJunctors(validation: JsonSchema, at: Counterpart): FieldError[] {
  return junctorsBelow(validation, at.path).flatMap((branch) =>
    checkBranch(branch.schema, { ...at, path: branch.path }),
  );
}

function checkBranch(branch: JsonSchema, at: Counterpart): FieldError[] {
  const items = itemsOf(branch);
  const itemErrors =
    items === undefined
      ? []
      : checkPart(items, itemsOf(at.structure), {
          structurePath: at.structurePath.child("items"),
          path: at.path.child("items"),
        });
  const propertyErrors = [...(branch.properties ?? [])].flatMap(([name, property]) =>
    checkPart(property, at.structure.properties?.get(name), {
      structurePath: at.structurePath.child("properties").key(name),
      path: at.path.child("properties").key(name),
    }),
  );
  return [...checkJunctors(branch, at), ...itemErrors, ...propertyErrors];
}

function checkPart(
  validation: JsonSchema,
  structure: JsonSchema | undefined,
  paths: Omit<Counterpart, "structure">,
): FieldError[] {
  return structure === undefined
    ? [required(paths.structurePath, `because it is defined in ${paths.path}`)]
    : checkBranch(validation, { ...paths, structure });
}
