import { explainGoTime, type JsonValue } from "@kiln/api";

type Test = (value: JsonValue) => boolean;

const isString: Test = (value) => typeof value === "string";
const isBoolean: Test = (value) => typeof value === "boolean";
const isTime: Test = (value) => typeof value === "string" && explainGoTime(value) === undefined;

/** True if coercing the metadata of a resource would neither change nor report anything; false means unknown. */
export const isMetadataSettled: Test = (value) => isStruct(value, OBJECT_META);

const isStringMap: Test = (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return false;
  }
  for (const key in value) {
    if (typeof value[key] !== "string") {
      return false;
    }
  }
  return true;
};

function isStruct(value: JsonValue, fields: ReadonlyMap<string, Test>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return false;
  }
  for (const key in value) {
    const test = fields.get(key);
    if (test === undefined || !test(value[key] as JsonValue)) {
      return false;
    }
  }
  return true;
}

function listOf(test: Test): Test {
  return (value) => Array.isArray(value) && value.every(test);
}

const OWNER: ReadonlyMap<string, Test> = new Map([
  ["apiVersion", isString],
  ["kind", isString],
  ["name", isString],
  ["uid", isString],
  ["controller", isBoolean],
  ["blockOwnerDeletion", isBoolean],
]);

const isObject: Test = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Fields of a managed fields entry with the test of their type only: their values are checked where they are decoded.
 */
const MANAGED_FIELDS: ReadonlyMap<string, Test> = new Map([
  ["manager", isString],
  ["operation", isString],
  ["apiVersion", isString],
  ["time", isTime],
  ["fieldsType", isString],
  ["fieldsV1", isObject],
  ["subresource", isString],
]);

const OBJECT_META: ReadonlyMap<string, Test> = new Map([
  ["name", isString],
  ["generateName", isString],
  ["namespace", isString],
  ["uid", isString],
  ["resourceVersion", isString],
  ["generation", (value) => Number.isSafeInteger(value)],
  ["creationTimestamp", isTime],
  ["deletionTimestamp", isTime],
  ["deletionGracePeriodSeconds", (value) => Number.isSafeInteger(value)],
  ["labels", isStringMap],
  ["annotations", isStringMap],
  ["finalizers", listOf(isString)],
  ["ownerReferences", listOf((value) => isStruct(value, OWNER))],
  ["managedFields", listOf((value) => isStruct(value, MANAGED_FIELDS))],
]);
