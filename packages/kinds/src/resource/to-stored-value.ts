import type { JsonObject } from "@kiln/api";
import { NO_STAMP, sealObject } from "../stored/stored-value.ts";
import { headOf } from "./head-of.ts";
import type { Resource } from "./resource.ts";

/** Value to store for an object. It is served unchanged only if the object is in the current storage version. */
export function toStoredValue(resource: Resource, object: JsonObject): Uint8Array {
  const { apiVersion, stamp } = resource.storage;
  return sealObject(object, headOf(resource, object), object.apiVersion === apiVersion ? stamp() : NO_STAMP).value;
}
