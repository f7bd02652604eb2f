import { rootPath } from "@kiln/api";
import type { CrdVersion, SchemaGates } from "./check-options.ts";
import { checkStructural } from "./check-structural.ts";
import { conversionFault } from "./conversion-fault.ts";
import type { JsonSchema } from "./json-schema.ts";
import { isExtension, isUsed, type Keyword } from "./keyword.ts";
import { checkListKeys, checkSetItems } from "./keywords/check-list-type.ts";
import { keywords } from "./keywords/index.ts";
import { schemaTypes } from "./schema-types.ts";
import { someSchema, usedKeywords } from "./subschemas.ts";

export interface SchemaGateInputs {
  readonly crdVersion: CrdVersion;
  /** `spec.preserveUnknownFields` of the new CRD. */
  readonly preserveUnknownFields: boolean;
  /** Schemas of all versions of the new CRD. */
  readonly schemas: readonly JsonSchema[];
  /** Schemas of all versions of the stored CRD; undefined on create. */
  readonly oldSchemas: readonly JsonSchema[] | undefined;
}

const NO_DEFAULTS =
  "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use apiextensions.k8s.io/v1)";

export function schemaGates(inputs: SchemaGateInputs): SchemaGates {
  const { crdVersion, schemas, preserveUnknownFields, oldSchemas = [] } = inputs;
  const isV1 = crdVersion === "v1";
  const allowDefaults = isV1 || oldSchemas.some(hasDefaults);
  const hadOnlyStructural = !oldSchemas.some(isNonStructural);
  const needsStructure = (schema: JsonSchema) => hasExtensions(schema) || (allowDefaults && hasDefaults(schema));
  return {
    requireStructural: (isV1 && hadOnlyStructural) || !preserveUnknownFields || schemas.some(needsStructure),
    requireValidTypes: isV1 && !oldSchemas.some(hasInvalidTypes),
    requireAtomicSets: !oldSchemas.some(hasNonAtomicSets),
    requireListKeys: !oldSchemas.some(hasWeakListKeys),
    noDefaults: allowDefaults ? undefined : NO_DEFAULTS,
    allowMarks: isV1 || oldSchemas.some(hasMarks),
  };
}

export function hasDefaults(schema: JsonSchema): boolean {
  return usedKeywords(schema).has("default");
}

/** True if the schema or a subschema uses `x-kubernetes-unions`. */
export function hasUnions(schema: JsonSchema): boolean {
  return usedKeywords(schema).has("unions");
}

/** True if the schema or a subschema uses `x-kubernetes-mutability` or `x-kubernetes-key-mutability`. */
export function hasMarks(schema: JsonSchema): boolean {
  const used = usedKeywords(schema);
  return used.has("mutability") || used.has("keyMutability");
}

export function isNonStructural(schema: JsonSchema): boolean {
  return conversionFault(schema) !== undefined || checkStructural(schema).length > 0;
}

/** Keywords that only structural schemas may use. */
const STRUCTURAL: readonly Keyword[] = keywords.filter((keyword) => keyword.needsStructure ?? isExtension(keyword));

function hasExtensions(schema: JsonSchema): boolean {
  const candidates = STRUCTURAL.filter(({ name }) => usedKeywords(schema).has(name));
  return candidates.length > 0 && someSchema(schema, (below) => candidates.some((keyword) => isUsed(keyword, below)));
}

function hasInvalidTypes(schema: JsonSchema): boolean {
  return someSchema(schema, ({ type }) => Boolean(type) && !schemaTypes.includes(type ?? ""));
}

function hasNonAtomicSets(schema: JsonSchema): boolean {
  return someSchema(schema, (below) => checkSetItems({ ...below, type: "array" }, rootPath).length > 0);
}

function hasWeakListKeys(schema: JsonSchema): boolean {
  return someSchema(schema, (below) => checkListKeys(below, rootPath).length > 0);
}
