import { asText, type FieldError, type FieldPath, invalid, type JsonObject, parseGroupVersion } from "@kiln/api";
import { fieldRules } from "../field-rules.ts";

export interface ReferenceLeniency {
  readonly allowsAnyVersion: boolean;
  readonly allowsNoGroup: boolean;
}

const checkNames = fieldRules({ kind: "required;segment", name: "required;segment" });

/** Validates a reference by kind, name and apiVersion. */
export function validateReference(ref: JsonObject, path: FieldPath, leniency: ReferenceLeniency): FieldError[] {
  const fault = versionFault(asText(ref.apiVersion), leniency);
  return [
    ...checkNames(ref, path),
    ...(fault === undefined ? [] : [invalid(path.child("apiVersion"), asText(ref.apiVersion), fault)]),
  ];
}

export function versionFault(
  version: string,
  { allowsAnyVersion, allowsNoGroup }: ReferenceLeniency,
): string | undefined {
  if (allowsAnyVersion) {
    return undefined;
  }
  const { value, error } = parseGroupVersion(version);
  if (error !== undefined) {
    return error;
  }
  return !allowsNoGroup && value?.group === "" ? "apiVersion must specify API group" : undefined;
}
