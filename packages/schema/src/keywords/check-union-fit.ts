import { type FieldError, type FieldPath, forbidden, invalid, rootPath } from "@kiln/api";
import type { JsonSchema, Union } from "../json-schema.ts";
import { enumOf, parseUnions } from "../parse-unions.ts";
import { structureBelow } from "../subschemas.ts";

export interface UnionFitOptions {
  readonly path?: FieldPath;
  /** True if the version has a status subresource. */
  readonly hasStatus?: boolean;
  /** On update: all schemas of the stored CRD. Errors that one of them has already are tolerated. */
  readonly old?: { readonly schemas: readonly JsonSchema[]; readonly hasStatus: boolean };
}

/**
 * Rejects well-placed unions that would lose data:
 * - the enum of a discriminator lacks the value of a member, so that setting the member makes the object invalid;
 * - a discriminator or member is a key of a list map, so that normalization turns one item into another;
 * - a root union has `status`, which belongs to the status subresource, beside other fields.
 */
export function checkUnionFit(schema: JsonSchema, options: UnionFitOptions = {}): FieldError[] {
  const { path = rootPath, hasStatus = false, old } = options;
  const known = new Set((old?.schemas ?? []).flatMap((each) => errorsOf(each, old?.hasStatus === true).map(print)));
  const here = path === rootPath ? "" : path.toString();
  return errorsOf(schema, hasStatus)
    .filter((error) => !known.has(print(error)))
    .map((error) => ({ ...error, field: joinPaths(here, error.field) }));
}

function print({ field, detail }: FieldError): string {
  return `${field}: ${detail}`;
}

function joinPaths(above: string, below: string): string {
  return above === "" || below === "" ? above + below : `${above}.${below}`;
}

function errorsOf(schema: JsonSchema, hasStatus: boolean): FieldError[] {
  return checkNode(schema, { path: rootPath, itemKeys: [], isRootWithStatus: hasStatus });
}

interface Place {
  readonly path: FieldPath;
  /** Keys of the list map, if the schema is that of its items. */
  readonly itemKeys: readonly string[];
  readonly isRootWithStatus: boolean;
}

function checkNode(schema: JsonSchema, place: Place): FieldError[] {
  const at = place.path.child("x-kubernetes-unions");
  const unions = schema.unions === undefined ? [] : parseUnions(schema.unions);
  const errors = unions.flatMap((union, index) => checkUnion(union, schema, { ...place, path: at.index(index) }));
  const itemKeys = schema.listType === "map" ? (schema.listMapKeys ?? []) : [];
  const below = structureBelow(schema, place.path).flatMap((child) =>
    checkNode(child.schema, {
      path: child.path,
      itemKeys: child.keyword === "items" ? itemKeys : [],
      isRootWithStatus: false,
    }),
  );
  return [...errors, ...below];
}

function checkUnion(union: Union, schema: JsonSchema, { path, itemKeys, isRootWithStatus }: Place): FieldError[] {
  return [
    ...checkEnum(union, schema, path),
    ...fieldsOf(union).flatMap(([name, role, key]) => {
      const at = key === "discriminator" ? path.child(key) : path.child(key).key(name);
      return [
        ...(itemKeys.includes(name)
          ? [forbidden(at, `${role} must not be a key of its list map: normalization would change which item it is`)]
          : []),
        ...(isRootWithStatus && name === "status"
          ? [forbidden(at, `status must not be ${role} of a union if the status subresource is enabled`)]
          : []),
      ];
    }),
  ];
}

function fieldsOf({ discriminator, members }: Union): (readonly [name: string, role: string, key: string])[] {
  return [
    ...(discriminator === undefined ? [] : [[discriminator, "the discriminator", "discriminator"] as const]),
    ...[...members.keys()].map((name) => [name, "a member", "fields-to-discriminateBy"] as const),
  ];
}

/**
 * The enum of a discriminator must have the value of every member. It may have further values, which name no member.
 */
function checkEnum({ discriminator, members }: Union, schema: JsonSchema, path: FieldPath): FieldError[] {
  const property = discriminator === undefined ? undefined : schema.properties?.get(discriminator);
  const allowed = property === undefined ? undefined : enumOf(property);
  if (allowed === undefined) {
    return [];
  }
  const values = [...allowed].map((value) => JSON.stringify(value)).join(", ");
  return [...members]
    .filter(([, value]) => !allowed.has(value))
    .map(([member, value]) =>
      invalid(
        path.child("fields-to-discriminateBy").key(member),
        value,
        `must be a value of the discriminator ${discriminator}, whose enum has ${values || "none"}: ` +
          `add ${JSON.stringify(value)} to the enum, or map ${member} to one of its values`,
      ),
    );
}
