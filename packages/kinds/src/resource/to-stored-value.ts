import type { JsonObject } from "@kiln/api";
import { NO_STAMP, sealObject } from "../stored/stored-value.ts";
import { headOf } from "./head-of.ts";
import type { Resource } from "./resource.ts";

/** The value to store for an object; only in the version in which objects rest now is it what a reader gets as it is. */
export function toStoredValue(resource: Resource, object: JsonObject): Uint8Array {
  const { apiVersion, stamp } = resource.storage;
  return sealObject(object, headOf(resource, object), object.apiVersion === apiVersion ? stamp() : NO_STAMP).value;
}
