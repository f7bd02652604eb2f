import { deepEqual, type FieldError, type FieldPath, invalid, type JsonValue } from "@kiln/api";
import {
  type CrdVersion,
  checkSchema,
  conversionFault,
  type JsonSchema,
  type RuleEngine,
  type Semantics,
} from "@kiln/schema";
import { checkColumns } from "./check-columns.ts";
import { checkSelectableFields } from "./check-selectable-fields.ts";
import { checkSubresources } from "./check-subresources.ts";
import type { Features } from "./internal-spec.ts";

const MAX_SELECTABLE = 8;

export interface FeatureOptions {
  readonly semantics: Semantics;
  /** API version of the request. */
  readonly crdVersion: CrdVersion;
  readonly place: { readonly path: FieldPath; readonly schema: string; readonly isTop: boolean };
  /** Schemas of all versions. */
  readonly schemas: readonly JsonSchema[];
  /** Schemas of the stored CRD; undefined on create. */
  readonly oldSchemas: readonly JsonSchema[] | undefined;
  readonly rules: RuleEngine;
  /** Whether the schema of this version equals the stored one. */
  readonly isSchemaUnchanged: boolean;
  readonly oldSelectableFields: Features["selectableFields"];
  readonly preserveUnknownFields: boolean;
  readonly hasStatus: boolean;
  /** On update: the stored version has a status subresource. */
  readonly hadStatus: boolean;
}

/** Validates the features of one version, or those at the top for all versions. */
export function checkFeatures(features: Features, options: FeatureOptions): FieldError[] {
  const { path } = options.place;
  return [
    ...checkSchemaOf(features, options),
    ...checkSubresources(features.subresources, path.child("subresources")),
    ...checkColumns(features.columns, path.child("additionalPrinterColumns")),
    ...checkSelectable(features, options),
  ];
}

function checkSchemaOf({ schema }: Features, options: FeatureOptions): FieldError[] {
  const { place, schemas, oldSchemas, preserveUnknownFields, hasStatus, semantics, crdVersion, rules } = options;
  if (schema?.openAPIV3Schema === undefined) {
    return [];
  }
  return checkSchema(schema.openAPIV3Schema, {
    path: place.path.child(place.schema, "openAPIV3Schema"),
    schemas,
    ...(oldSchemas === undefined ? {} : { oldSchemas }),
    preserveUnknownFields,
    hasStatus,
    hadStatus: options.hadStatus,
    semantics,
    crdVersion,
    rules,
    isUnchanged: options.isSchemaUnchanged,
  });
}

function checkSelectable({ schema, selectableFields }: Features, options: FeatureOptions): FieldError[] {
  const { place, oldSelectableFields } = options;
  const path = place.path.child("selectableFields");
  if (selectableFields.length === 0) {
    return [];
  }
  if (schema?.openAPIV3Schema === undefined) {
    const detail = place.isTop
      ? "may only be set when validations.schema is included"
      : "may only be set when `version.schema.openAPIV3Schema` is not included";
    return [invalid(path, "", detail)];
  }
  const fault = conversionFault(schema.openAPIV3Schema);
  if (fault !== undefined) {
    return [invalid(place.path.child("schema.openAPIV3Schema"), "", fault)];
  }
  const isUnchanged = deepEqual(selectableFields as unknown as JsonValue, oldSelectableFields as unknown as JsonValue);
  return checkSelectableFields(selectableFields, schema.openAPIV3Schema, {
    path,
    allowsTooMany: oldSelectableFields.length > MAX_SELECTABLE && isUnchanged,
  });
}
