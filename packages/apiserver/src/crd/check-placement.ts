import { deepEqual, type FieldError, fieldPath, forbidden, type JsonValue } from "@kiln/api";
import { printJsonSchema } from "@kiln/schema";
import type { Features, InternalSpec } from "./internal-spec.ts";
import { invalidVersions } from "./print-versions.ts";

const SPEC = fieldPath("spec");

/** Features of v1beta1 that can be set at the top or per version: both names, and a function that reads the value. */
const FEATURES: readonly (readonly [top: string, name: string, read: (features: Features) => JsonValue])[] = [
  ["validation", "schemas", schemaOf],
  ["subresources", "subresources", ({ subresources = null }) => subresources as JsonValue],
  ["additionalPrinterColumns", "additionalPrinterColumns", ({ columns }) => listOf(columns)],
  ["selectableFields", "selectableFields", ({ selectableFields }) => listOf(selectableFields)],
];

/** Validates that a v1beta1 CRD sets each feature either at the top or per version. */
export function checkPlacement(internal: InternalSpec): FieldError[] {
  const { top, versions } = internal;
  const twice = FEATURES.filter(
    ([, , read]) => read(top) !== null && versions.some((version) => read(version) !== null),
  );
  const repeated = FEATURES.filter(([, , read]) => isRepeated(versions.map(read)));
  return [
    ...twice.map(([key, name]) =>
      forbidden(SPEC.child(key), `top-level and per-version ${name} are mutually exclusive`),
    ),
    ...repeated.map(([key, name]) =>
      invalidVersions(
        SPEC.child("versions"),
        internal,
        `per-version ${name} may not all be set to identical values (top-level ${key} should be used instead)`,
      ),
    ),
  ];
}

function isRepeated([first = null, ...rest]: readonly JsonValue[]): boolean {
  return first !== null && rest.every((value) => deepEqual(value, first));
}

function schemaOf({ schema }: Features): JsonValue {
  const json = schema?.openAPIV3Schema;
  return schema === undefined ? null : json === undefined ? {} : printJsonSchema(json);
}

function listOf(list: readonly object[]): JsonValue {
  return list.length === 0 ? null : (list as unknown as JsonValue);
}
