import { isJsonObject, type StatusError, statusForbidden } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** Error with which a plugin denies a request. */
export function forbid(attributes: AdmissionAttributes, why: string): StatusError {
  return statusForbidden(groupResourceOf(attributes.resource), calledName(attributes), why);
}

/**
 * Name for messages. Kubernetes: it may not be generated yet, and a deletecollection has none
 * (apiserver/pkg/admission/errors.go extractResourceName, v1.36).
 */
export function calledName({ name, object }: AdmissionAttributes): string {
  if (name !== "") {
    return name;
  }
  const metadata = isJsonObject(object?.metadata) ? object.metadata : {};
  return String(metadata.name || metadata.generateName || "Unknown");
}
