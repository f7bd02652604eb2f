import { compareGoStrings, decodeUtf8, encodeUtf8, printGoJson } from "@kiln/api";
import { type JsonSchema, parseUnions, type Semantics, stampFlags } from "@kiln/schema";
import { sha256 } from "../stored/sha256.ts";

/** Inputs of the stamp: if one changes, stored values are decoded, pruned and defaulted again. */
export interface StampOf {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: JsonSchema | undefined;
  readonly preserveUnknownFields: boolean;
  readonly semantics: Semantics;
}

/** Hash of eight characters over everything that decoding depends on; descriptions and patterns are not part of it. */
export function storageStamp({ apiVersion, kind, schema, preserveUnknownFields, semantics }: StampOf): string {
  const reading = printReading(schema);
  const digest = sha256(encodeUtf8(JSON.stringify([apiVersion, kind, preserveUnknownFields, semantics]) + reading));
  return decodeUtf8(digest.subarray(0, 8).map((byte) => 0x30 + (byte % 64)));
}

/**
 * Number of flags that are always printed. Later flags are printed only if set, so that schemas without them keep their
 * stamps.
 */
const FIRST_FLAGS = 4;

/** Text of everything that decoding depends on: equal only for schemas that decode alike. */
function printReading(schema: JsonSchema["items"] | boolean): string {
  if (typeof schema !== "object") {
    return String(schema);
  }
  if (isList(schema)) {
    return `[${schema.map(printReading)}]`;
  }
  const { type = "", properties, items, additionalProperties } = schema;
  const flags = stampFlags.map((keyword) => printFlag(keyword, schema)).join("");
  const fallback = schema.default === undefined ? "" : printGoJson(schema.default);
  const fields = properties === undefined ? "" : printFields(properties);
  const unions = printUnions(schema);
  return `(${JSON.stringify(type)}${flags}${fallback}{${fields}}${unions}${printReading(items)}:${printReading(additionalProperties)})`;
}

function printFlag({ name, stampFlag }: (typeof stampFlags)[number], schema: JsonSchema): string {
  const value = schema[name];
  if (stampFlag < FIRST_FLAGS) {
    return value === undefined ? "-" : String(Number(value));
  }
  return value === undefined ? "" : `,${stampFlag}=${Number(value)}`;
}

/** Unions, if the default of a discriminator depends on them. */
function printUnions({ unions, properties }: JsonSchema): string {
  const used = unions === undefined ? [] : parseUnions(unions);
  const isRead = used.some(({ discriminator = "" }) => properties?.get(discriminator)?.default !== undefined);
  return isRead ? printGoJson(unions ?? null) : "";
}

function printFields(properties: ReadonlyMap<string, JsonSchema>): string {
  const names = [...properties.keys()].sort(compareGoStrings);
  return names.map((name) => JSON.stringify(name) + printReading(properties.get(name))).join("");
}

function isList(schema: JsonSchema | readonly JsonSchema[]): schema is readonly JsonSchema[] {
  return Array.isArray(schema);
}
