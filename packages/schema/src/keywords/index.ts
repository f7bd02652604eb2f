import type { Keyword } from "../keyword.ts";
import { additionalProperties } from "./additional-properties.ts";
import { allOf } from "./all-of.ts";
import { description, example, externalDocs, title } from "./annotations.ts";
import { anyOf } from "./any-of.ts";
import { defaultKeyword } from "./default.ts";
import { embeddedResource } from "./embedded-resource.ts";
import { enumKeyword } from "./enum.ts";
import { format } from "./format.ts";
import { intOrString } from "./int-or-string.ts";
import { items } from "./items.ts";
import { keyMutability } from "./key-mutability.ts";
import { listMapKeys } from "./list-map-keys.ts";
import { listType } from "./list-type.ts";
import { mapType } from "./map-type.ts";
import { maxItems } from "./max-items.ts";
import { maxLength } from "./max-length.ts";
import { maxProperties } from "./max-properties.ts";
import { exclusiveMaximum, maximum } from "./maximum.ts";
import { minItems } from "./min-items.ts";
import { minLength } from "./min-length.ts";
import { minProperties } from "./min-properties.ts";
import { exclusiveMinimum, minimum } from "./minimum.ts";
import { multipleOf } from "./multiple-of.ts";
import { mutability } from "./mutability.ts";
import { not } from "./not.ts";
import { nullable } from "./nullable.ts";
import { oneOf } from "./one-of.ts";
import { pattern } from "./pattern.ts";
import { preserveUnknownFields } from "./preserve-unknown-fields.ts";
import { properties } from "./properties.ts";
import { required } from "./required.ts";
import { typeKeyword } from "./type.ts";
import { unions } from "./unions.ts";
import { uniqueItems } from "./unique-items.ts";
import { additionalItems, definitions, dependencies, id, patternProperties, ref, schemaUrl } from "./unsupported.ts";
import { validations } from "./validations.ts";

type StampFlag = Keyword & { readonly stampFlag: number };

/** Every keyword, in the order in which Kubernetes writes them. */
export const keywords: readonly Keyword[] = [
  id,
  schemaUrl,
  ref,
  description,
  typeKeyword,
  format,
  title,
  defaultKeyword,
  maximum,
  exclusiveMaximum,
  minimum,
  exclusiveMinimum,
  maxLength,
  minLength,
  pattern,
  maxItems,
  minItems,
  uniqueItems,
  multipleOf,
  enumKeyword,
  maxProperties,
  minProperties,
  required,
  items,
  allOf,
  oneOf,
  anyOf,
  not,
  properties,
  additionalProperties,
  patternProperties,
  dependencies,
  additionalItems,
  definitions,
  externalDocs,
  example,
  nullable,
  preserveUnknownFields,
  embeddedResource,
  intOrString,
  listMapKeys,
  listType,
  mapType,
  validations,
  mutability,
  keyMutability,
  unions,
];

/**
 * Order in which errors of one value are reported. All keywords run, even after errors; of an inner list only the first
 * error is reported. Other keywords come last, in the order of {@link keywords}.
 */
const REPORT_ORDER: readonly (Keyword | readonly Keyword[])[] = [
  typeKeyword,
  anyOf,
  oneOf,
  allOf,
  not,
  [maxLength, minLength, pattern],
  format,
  multipleOf,
  minimum,
  maximum,
  items,
  minItems,
  maxItems,
  uniqueItems,
  enumKeyword,
  minProperties,
  maxProperties,
  additionalProperties,
  properties,
];

/** Keywords that validate values, in the order of their errors: see {@link REPORT_ORDER}. */
export const valueKeywords: readonly (readonly Keyword[])[] = [
  ...REPORT_ORDER.map((entry) => ("wire" in entry ? [entry] : entry)),
  ...keywords
    .filter((keyword) => keyword.values !== undefined && !REPORT_ORDER.flat().includes(keyword))
    .map((keyword) => [keyword]),
];

/**
 * Order in which schemas that use extensions are checked; other keywords follow in the order of {@link keywords}.
 * Kubernetes: x-kubernetes-map-type before x-kubernetes-list-type, which comes first in JSON
 * (apiextensions/validation/validation.go ValidateCustomResourceDefinitionOpenAPISchema, v1.36).
 */
const CHECK_ORDER: readonly Keyword[] = [preserveUnknownFields, mapType];

/** Keywords with a check of the schema that uses them, in the order of their errors. */
export const checkedKeywords: readonly Keyword[] = [
  ...CHECK_ORDER,
  ...keywords.filter((keyword) => keyword.schemas?.each !== undefined && !CHECK_ORDER.includes(keyword)),
];

/** Flags that decoding depends on, in the order of stamps. */
export const stampFlags: readonly StampFlag[] = keywords
  .filter((keyword): keyword is StampFlag => keyword.stampFlag !== undefined)
  .sort((a, b) => a.stampFlag - b.stampFlag);

/** Keywords that Kubernetes does not have. */
export const ownKeywords: readonly Keyword[] = keywords.filter(({ goField }) => goField === undefined);
