import { getOwn, isJsonObject, type JsonValue } from "@kiln/api";
import type { Union } from "./json-schema.ts";

/** The unions of a schema that {@link checkUnionPlacement} has passed. Never throws: what is malformed is left out. */
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
