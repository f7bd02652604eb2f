import { decodeUtf8, encodeUtf8, type JsonValue, printGoJson } from "@kiln/api";
import { type JsonSchema, printJsonSchema, type Semantics } from "@kiln/schema";
import { sha256 } from "@noble/hashes/sha2.js";

/** What a stamp speaks for: change one of these and stored values are read, pruned and defaulted anew. */
export interface StampOf {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: JsonSchema | undefined;
  readonly preserveUnknownFields: boolean;
  readonly semantics: Semantics;
}

/** Eight characters. Only what reading depends on is hashed: a new description or pattern leaves values as they are. */
export function storageStamp(of: StampOf): string {
  const { schema, ...rest } = of;
  const reading: JsonValue = { ...rest, schema: schema === undefined ? null : readingPart(printJsonSchema(schema)) };
  const digest = sha256(encodeUtf8(printGoJson(reading)));
  return decodeUtf8(digest.subarray(0, 8).map((byte) => 0x30 + (byte % 64)));
}

const READING_KEYS: ReadonlySet<string> = new Set([
  "type",
  "nullable",
  "default",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
]);

function readingPart(schema: JsonValue): JsonValue {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    return schema;
  }
  const kept: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (READING_KEYS.has(key)) {
      kept.push([key, value]);
    } else if (key === "items" || key === "additionalProperties") {
      kept.push([key, readingPart(value)]);
    } else if (key === "properties" && typeof value === "object" && value !== null) {
      kept.push([key, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, readingPart(child)]))]);
    }
  }
  return Object.fromEntries(kept);
}
