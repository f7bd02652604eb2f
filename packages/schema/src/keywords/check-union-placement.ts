import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
  rootPath,
  typeInvalid,
} from "@kiln/api";
import { hasProperties, type JsonSchema } from "../json-schema.ts";
import { type Subschema, subschemasOf } from "../subschemas.ts";

/** Checks the location of `x-kubernetes-unions`, and its discriminators and members. Takes any JSON. */
export function checkUnionPlacement(schema: JsonSchema, path: FieldPath = rootPath): FieldError[] {
  return checkNode(schema, { path, ban: undefined, isRoot: true });
}

interface Place {
  readonly path: FieldPath;
  /** Reason why no union is allowed here, worded to follow "must not be used". */
  readonly ban: string | undefined;
  readonly isRoot: boolean;
}

function checkNode(schema: JsonSchema, place: Place): FieldError[] {
  const errors = schema.unions === undefined ? [] : checkUnions(schema.unions, schema, place);
  const errorsBelow = subschemasOf(schema, place.path).flatMap((below) =>
    checkNode(below.schema, { path: below.path, ban: place.ban ?? banOf(below, place), isRoot: false }),
  );
  return [...errors, ...errorsBelow];
}

function banOf(below: Subschema, above: Place): string | undefined {
  switch (below.relation) {
    case "junctor":
      return "inside allOf, anyOf, oneOf or not";
    case "other":
      return "in a schema that is not structural";
    case "structure":
      return above.isRoot && below.property === "metadata" ? "on metadata or inside it" : undefined;
  }
}

function checkUnions(unions: JsonValue, schema: JsonSchema, place: Place): FieldError[] {
  const path = place.path.child("x-kubernetes-unions");
  if (place.ban !== undefined) {
    return [forbidden(path, `must not be used ${place.ban}`)];
  }
  if (schema.type !== "object" || !hasProperties(schema)) {
    return [forbidden(path, "must only be used with type object and properties")];
  }
  if (!Array.isArray(unions)) {
    return [typeInvalid(path, unions, "must be a list of unions")];
  }
  const owner: Owner = {
    schema,
    required: new Set(schema.required),
    isResource: place.isRoot || schema.embeddedResource === true,
    taken: new Set(),
  };
  return unions.flatMap((union, index) => checkUnion(union, owner, path.index(index)));
}

/** The object that declares the unions. */
interface Owner {
  readonly schema: JsonSchema;
  readonly required: ReadonlySet<string>;
  readonly isResource: boolean;
  /** Fields of the unions checked so far: no field may have two roles. */
  readonly taken: Set<string>;
}

const KEYS: ReadonlySet<string> = new Set(["discriminator", "fields-to-discriminateBy"]);

function checkUnion(union: JsonValue, owner: Owner, path: FieldPath): FieldError[] {
  if (!isJsonObject(union)) {
    return [typeInvalid(path, union, "must be an object with fields-to-discriminateBy")];
  }
  const unknown = Object.keys(union).filter((key) => !KEYS.has(key));
  return [
    ...unknown.map((key) =>
      forbidden(path.child(key), "unknown key; a union has discriminator and fields-to-discriminateBy"),
    ),
    ...checkDiscriminator(getOwn(union, "discriminator"), owner, path.child("discriminator")),
    ...checkMembers(getOwn(union, "fields-to-discriminateBy"), owner, path.child("fields-to-discriminateBy")),
  ];
}

/** Null means no discriminator, as for every optional key. */
function checkDiscriminator(name: JsonValue | undefined, owner: Owner, path: FieldPath): FieldError[] {
  if (name === undefined || name === null) {
    return [];
  }
  if (typeof name !== "string") {
    return [typeInvalid(path, name, "must be the name of a property")];
  }
  const errors = checkField(name, owner, { path, role: "the discriminator" });
  const type = owner.schema.properties?.get(name)?.type;
  if (owner.schema.properties?.has(name) && type !== "string") {
    errors.push(invalid(path, name, "the discriminator must be a property of type string"));
  }
  return errors;
}

function checkMembers(members: JsonValue | undefined, owner: Owner, path: FieldPath): FieldError[] {
  if (members === undefined || members === null) {
    return [required(path, "must name at least one member of the union")];
  }
  if (!isJsonObject(members)) {
    return [typeInvalid(path, members, "must map the members of the union to values of its discriminator")];
  }
  const names = Object.keys(members);
  if (names.length === 0) {
    return [required(path, "must name at least one member of the union")];
  }
  return [...names.flatMap((name) => checkMember(name, owner, path)), ...checkValues(members, path)];
}

function checkMember(name: string, owner: Owner, path: FieldPath): FieldError[] {
  const at = path.key(name);
  const errors = checkField(name, owner, { path: at, role: "a member" });
  if (owner.schema.properties?.get(name)?.default !== undefined) {
    errors.push(forbidden(at, "a member must not have a default, which would look like a choice of the client"));
  }
  if (owner.required.has(name)) {
    errors.push(invalid(at, name, "a member must be optional, but is listed in required"));
  }
  return errors;
}

/** Each member needs its own discriminator value, or the discriminator could not distinguish them. */
function checkValues(members: JsonObject, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return Object.entries(members).flatMap(([name, value]) => {
    const at = path.key(name);
    if (typeof value !== "string") {
      return [typeInvalid(at, value, "must be the discriminator's value for this member, a string")];
    }
    if (value === "") {
      return [invalid(at, value, "must not be empty: an empty discriminator names no member")];
    }
    if (seen.has(value)) {
      return [duplicate(at, value)];
    }
    seen.add(value);
    return [];
  });
}

const RESOURCE_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

interface Role {
  readonly path: FieldPath;
  readonly role: string;
}

/** Checks one discriminator or member and adds it to `owner.taken`. */
function checkField(name: string, owner: Owner, { path, role }: Role): FieldError[] {
  const property = owner.schema.properties?.get(name);
  if (owner.isResource && RESOURCE_FIELDS.has(name)) {
    return [forbidden(path, `${name} of a resource must not be ${role} of a union`)];
  }
  if (property === undefined) {
    return [invalid(path, name, `${role} must be a property of the same object`)];
  }
  const errors: FieldError[] = [];
  if (owner.taken.has(name)) {
    errors.push(duplicate(path, name));
  }
  owner.taken.add(name);
  return errors;
}
