import {
  asText,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  parseGroupVersion,
} from "@kiln/api";
import { checkText, requireAnd } from "../field-checks.ts";

export interface ReferenceLeniency {
  readonly allowsAnyVersion: boolean;
  readonly allowsNoGroup: boolean;
}

/** Something by its kind, name and version. */
export function validateReference(ref: JsonObject, path: FieldPath, leniency: ReferenceLeniency): FieldError[] {
  const fault = versionFault(asText(ref.apiVersion), leniency);
  return [
    ...["kind", "name"].flatMap((field) =>
      requireAnd(ref[field], path.child(field), (value, at) => checkText(value, at, checkPathSegmentName)),
    ),
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
