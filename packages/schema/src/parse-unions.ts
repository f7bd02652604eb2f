import { getOwn, isJsonObject, type JsonValue } from "@kiln/api";
import type { JsonSchema, Union } from "./json-schema.ts";

/**
 * Parses the unions of a schema that {@link checkUnionPlacement} has passed. Never throws: malformed ones are left out.
 */
export function parseUnions(value: JsonValue): Union[] {
  return Array.isArray(value) ? value.flatMap(parseUnion) : [];
}

function parseUnion(value: JsonValue): Union[] {
  if (!isJsonObject(value)) {
    return [];
  }
  const fields = getOwn(value, "fields-to-discriminateBy");
  const discriminator = getOwn(value, "discriminator");
  const members = new Map<string, string>();
  for (const [field, named] of isJsonObject(fields) ? Object.entries(fields) : []) {
    if (typeof named === "string") {
      members.set(field, named);
    }
  }
  return [typeof discriminator === "string" ? { discriminator, members } : { members }];
}

/**
 * Unions of an object schema that are enforced, with the allowed values of each discriminator. A discriminator whose
 * enum lacks the value of a member has no effect: following it would drop members or write values that validation
 * rejects. Such CRDs were stored before this was checked.
 */
export function unionsOf(schema: JsonSchema): Union[] {
  return (schema.unions === undefined ? [] : parseUnions(schema.unions)).flatMap((union) => {
    const { discriminator, members } = union;
    const property = discriminator === undefined ? undefined : schema.properties?.get(discriminator);
    const allowed = property === undefined ? undefined : enumOf(property);
    if (members.size === 0 || allowed === undefined) {
      return members.size === 0 ? [] : [union];
    }
    return [...members.values()].every((value) => allowed.has(value)) ? [{ ...union, allowed }] : [{ members }];
  });
}

/** Strings that every enum of the schema allows, those in `allOf` included; undefined if there is no enum. */
export function enumOf(schema: JsonSchema): ReadonlySet<string> | undefined {
  let allowed: ReadonlySet<string> | undefined;
  for (const { enum: values } of [schema, ...(schema.allOf ?? [])]) {
    if (values !== undefined) {
      const texts = values.filter((value) => typeof value === "string");
      const before = allowed;
      allowed = new Set(before === undefined ? texts : texts.filter((text) => before.has(text)));
    }
  }
  return allowed;
}
