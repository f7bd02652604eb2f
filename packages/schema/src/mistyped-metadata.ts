import { deepCopy, isJsonObject, type JsonValue } from "@kiln/api";
import { explainMistypedMetadata } from "./coerce-metadata.ts";

type HasType = (value: JsonValue) => boolean;

const isText: HasType = (value) => typeof value === "string";
const isInteger: HasType = (value) => typeof value === "bigint" || Number.isSafeInteger(value);
const isTextMap: HasType = (value) => isJsonObject(value) && Object.values(value).every(isText);
const isTextList: HasType = (value) => Array.isArray(value) && value.every(isText);
const isObjectList: HasType = (value) => Array.isArray(value) && value.every(isEntry);

/** Owner references and managed fields: objects of scalars, except `fieldsV1`, which is not decoded here. */
function isEntry(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).every(([name, field]) => name === "fieldsV1" || field === null || typeof field !== "object")
  );
}

const FIELDS: ReadonlyMap<string, HasType> = new Map([
  ["name", isText],
  ["generateName", isText],
  ["namespace", isText],
  ["selfLink", isText],
  ["uid", isText],
  ["resourceVersion", isText],
  ["generation", isInteger],
  ["creationTimestamp", isText],
  ["deletionTimestamp", isText],
  ["deletionGracePeriodSeconds", isInteger],
  ["labels", isTextMap],
  ["annotations", isTextMap],
  ["finalizers", isTextList],
  ["ownerReferences", isObjectList],
  ["managedFields", isObjectList],
]);

/**
 * Go's error if a value cannot be decoded as metadata; undefined if its rules can run. Decoding a request rejects such
 * objects earlier; this is for callers that validate without decoding, such as the check of defaults.
 */
export function findMistypedMetadata(metadata: JsonValue): string | undefined {
  if (isJsonObject(metadata) && Object.entries(metadata).every(([name, value]) => isFit(name, value))) {
    return undefined;
  }
  return explainMistypedMetadata(deepCopy(metadata)) ?? "must be metadata";
}

function isFit(name: string, value: JsonValue): boolean {
  return value === null || FIELDS.get(name)?.(value) !== false;
}
