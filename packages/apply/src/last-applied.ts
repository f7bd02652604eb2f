import {
  deepCopy,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
  printGoJson,
  setOwn,
  utf8Length,
} from "@kiln/api";
import { checkType } from "./check-type.ts";
import { compare } from "./compare.ts";
import { difference, type FieldSet } from "./field-set.ts";
import type { TypedObject } from "./kind-fields.ts";
import { toFieldSet } from "./to-field-set.ts";

/** Manager whose client-side applies are recorded in an annotation. */
export const KUBECTL = "kubectl";

const ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

const MAX_ANNOTATION_BYTES = 256 * 1024;

/**
 * Fields that kubectl applied on the client side and whose values have not changed since: kubectl owns them, whichever
 * manager is recorded. Undefined without the annotation.
 */
export function findLastApplied(live: TypedObject): FieldSet | undefined {
  const text = annotationsOf(live.object)?.[ANNOTATION];
  const applied = typeof text === "string" && text !== "" ? tryParse(text) : undefined;
  if (!isJsonObject(applied) || applied.apiVersion !== live.apiVersion) {
    return undefined;
  }
  if (checkType(live.type, applied, { allowsDuplicates: false }).length > 0) {
    return undefined;
  }
  const { added, modified, removed } = compare(live.type, applied, live.object);
  return [modified, added, removed].reduce(difference, toFieldSet(live.type, applied));
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const annotations = isJsonObject(object.metadata) ? object.metadata.annotations : undefined;
  return isJsonObject(annotations) ? annotations : undefined;
}

/** Updates the last-applied annotation of the object, if it has one. */
export function updateLastApplied(object: JsonObject, config: JsonObject): void {
  const annotations = annotationsOf(object);
  if (annotations === undefined || (annotations[ANNOTATION] ?? "") === "") {
    return;
  }
  const applied = deepCopy(config);
  delete annotationsOf(applied)?.[ANNOTATION];
  setOwn(annotations, ANNOTATION, `${printGoJson(applied)}\n`);
  if (sizeOf(annotations) > MAX_ANNOTATION_BYTES) {
    delete annotations[ANNOTATION];
  }
}

function sizeOf(annotations: JsonObject): number {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    bytes += utf8Length(key) + utf8Length(String(value));
  }
  return bytes;
}
