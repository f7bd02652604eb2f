import {
  checkDns1123Subdomain,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  notSupported,
  required,
} from "@kiln/api";
import { type Definition, type DefinitionSpec, hasTrueCondition, versionsOf } from "@kiln/kinds";
import {
  type CrdVersion,
  type JsonSchema,
  printJsonSchema,
  type RuleEngine,
  type Semantics,
  usedKeywords,
} from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import { caBundleFault } from "./ca-bundle.ts";
import { checkConversion, hasKnownReview } from "./check-conversion.ts";
import { checkDeprecation } from "./check-deprecation.ts";
import { checkFeatures, type FeatureOptions } from "./check-features.ts";
import { checkLabel, checkNames, checkRequiredNames } from "./check-names.ts";
import { checkPlacement } from "./check-placement.ts";
import { type InternalSpec, toInternalSpec } from "./internal-spec.ts";
import { invalidVersions } from "./print-versions.ts";

const SPEC = fieldPath("spec");
const SCOPES = ["Cluster", "Namespaced"];

export interface CheckOptions {
  readonly semantics: Semantics;
  readonly schemas: SchemaReader;
  readonly rules: RuleEngine;
  /** API version of the request, v1 by default. */
  readonly crdVersion?: CrdVersion;
  /** Spec of a v1beta1 request, in the form of v1beta1. */
  readonly internal?: InternalSpec;
}

/** Validation errors of the spec of a CRD, in Kubernetes' order. `old` is the stored CRD, on update. */
export function checkSpec(definition: Definition, options: CheckOptions, old?: Definition): FieldError[] {
  const { spec } = definition;
  const { semantics, schemas, rules, crdVersion = "v1" } = options;
  const internal = options.internal ?? toInternalSpec(spec, schemas);
  const oldInternal = old === undefined ? undefined : toInternalSpec(old.spec, schemas);
  const judging: Judging = { spec, internal, semantics, rules, crdVersion, old, oldInternal };
  return [
    ...checkGroup(spec.group),
    ...checkScope(spec.scope),
    ...checkSchemaPresence(judging),
    ...checkDefaultsAllowed(judging),
    ...checkVersions(judging),
    ...(crdVersion === "v1beta1" ? checkPlacement(internal) : []),
    ...checkVersionSet(spec, internal),
    ...checkRequiredNames(spec.names, SPEC.child("names")),
    ...checkNames(spec.names, SPEC.child("names")),
    ...checkFeatures(internal.top, {
      ...featureOptions(judging, internal.version),
      place: topPlace,
      hasStatus: hasAnyStatus(internal),
      hadStatus: oldInternal !== undefined && hasAnyStatus(oldInternal),
    }),
    ...checkConversionOf(judging),
    ...(old === undefined ? [] : checkImmutable(definition, old)),
  ];
}

interface Judging {
  readonly spec: DefinitionSpec;
  readonly internal: InternalSpec;
  readonly semantics: Semantics;
  readonly rules: RuleEngine;
  readonly crdVersion: CrdVersion;
  readonly old: Definition | undefined;
  readonly oldInternal: InternalSpec | undefined;
}

const topPlace = { path: SPEC, schema: "validation", isTop: true };

function featureOptions(
  { spec, internal, semantics, rules, crdVersion, oldInternal }: Judging,
  version: string,
): Omit<FeatureOptions, "place" | "hasStatus" | "hadStatus"> {
  return {
    semantics,
    rules,
    isSchemaUnchanged: oldInternal !== undefined && isSchemaUnchanged(internal, oldInternal, version),
    crdVersion,
    schemas: internal.schemas,
    oldSchemas: oldInternal?.schemas,
    oldSelectableFields: oldInternal?.top.selectableFields ?? [],
    preserveUnknownFields: spec.preserveUnknownFields === true,
  };
}

function isSchemaUnchanged(internal: InternalSpec, oldInternal: InternalSpec, version: string): boolean {
  const [schema, oldSchema] = [schemaFor(internal, version), schemaFor(oldInternal, version)];
  return schema !== undefined && oldSchema !== undefined
    ? deepEqual(printJsonSchema(schema), printJsonSchema(oldSchema))
    : schema === oldSchema;
}

function schemaFor({ top, versions }: InternalSpec, version: string): JsonSchema | undefined {
  return (versions.find(({ name }) => name === version)?.schema ?? top.schema)?.openAPIV3Schema;
}

function checkGroup(group: string): FieldError[] {
  const path = SPEC.child("group");
  if (group === "") {
    return [required(path, "")];
  }
  const faults = checkDns1123Subdomain(group);
  if (faults.length > 0) {
    return [invalid(path, group, faults.join(","))];
  }
  return group.includes(".") ? [] : [invalid(path, group, "should be a domain with at least one dot")];
}

function checkScope(scope: string): FieldError[] {
  const path = SPEC.child("scope");
  if (scope === "") {
    return [required(path, "")];
  }
  return SCOPES.includes(scope) ? [] : [notSupported(path, scope, SCOPES)];
}

/**
 * Requires a schema for every version. A CRD stored without one need not get one, while it preserves unknown fields.
 */
function checkSchemaPresence({ spec, internal, oldInternal, crdVersion }: Judging): FieldError[] {
  if (hasSchema(internal.top)) {
    return [];
  }
  const requiresAll = crdVersion === "v1" && (oldInternal === undefined || hasAllSchemas(oldInternal));
  if (!requiresAll && spec.preserveUnknownFields === true) {
    return [];
  }
  return internal.versions.flatMap((version, index) => {
    const path = SPEC.child("versions").index(index).child("schema", "openAPIV3Schema");
    const isMissing = !hasSchema(version) && (requiresAll || version.served);
    return isMissing ? [required(path, requiresAll ? "" : "because otherwise all fields are pruned")] : [];
  });
}

function hasSchema({ schema }: InternalSpec["top"]): boolean {
  return schema?.openAPIV3Schema !== undefined;
}

function hasAllSchemas({ top, versions }: InternalSpec): boolean {
  return hasSchema(top) || versions.every(hasSchema);
}

function checkDefaultsAllowed({ spec, internal, oldInternal, crdVersion }: Judging): FieldError[] {
  const mayHaveDefaults = crdVersion === "v1" || oldInternal?.schemas.some(hasDefaults) === true;
  return mayHaveDefaults && spec.preserveUnknownFields === true && internal.schemas.some(hasDefaults)
    ? [invalid(SPEC.child("preserveUnknownFields"), true, "must be false in order to use defaults in the schema")]
    : [];
}

function hasDefaults(schema: JsonSchema): boolean {
  return usedKeywords(schema).has("default");
}

function checkVersions(judging: Judging): FieldError[] {
  const { internal, oldInternal } = judging;
  return internal.versions.flatMap((version, index) => {
    const path = SPEC.child("versions").index(index);
    const old = oldInternal?.versions.find(({ name }) => name === version.name);
    const hasStatus = (version.subresources ?? internal.top.subresources)?.status !== undefined;
    const hadStatus = (old?.subresources ?? oldInternal?.top.subresources)?.status !== undefined;
    return [
      ...checkLabel(version.name, path.child("name")),
      ...checkDeprecation(version, path.child("deprecationWarning")),
      ...checkFeatures(version, {
        ...featureOptions(judging, version.name),
        oldSelectableFields: old?.selectableFields ?? [],
        place: { path, schema: "schema", isTop: false },
        hasStatus,
        hadStatus,
      }),
    ];
  });
}

function checkVersionSet(spec: DefinitionSpec, internal: InternalSpec): FieldError[] {
  const versions = versionsOf(spec);
  const path = SPEC.child("versions");
  const shown = spec.versions === null ? undefined : internal;
  const isUnique = new Set(versions.map(({ name }) => name)).size === versions.length;
  const storages = versions.filter(({ storage }) => storage).length;
  return [
    ...(isUnique ? [] : [invalidVersions(path, shown, "must contain unique version names")]),
    ...(storages === 1
      ? []
      : [invalidVersions(path, shown, "must have exactly one version marked as storage version")]),
    ...checkFirstVersion(internal),
  ];
}

/**
 * Kubernetes: the internal CRD repeats the name of the first version, and validates it again
 * (apiextensions/validation/validation.go validateCustomResourceDefinitionSpec, v1.36).
 */
function checkFirstVersion({ version, versions: [first] }: InternalSpec): FieldError[] {
  const path = SPEC.child("version");
  if (version === "") {
    return [];
  }
  return first === undefined || first.name === version
    ? checkLabel(version, path)
    : [...checkLabel(version, path), invalid(path, version, "must match the first version in spec.versions")];
}

function hasAnyStatus({ top, versions }: InternalSpec): boolean {
  return [top, ...versions].some(({ subresources }) => subresources?.status !== undefined);
}

function checkConversionOf({ spec, old }: Judging): FieldError[] {
  const path = SPEC.child("conversion");
  const { conversion, preserveUnknownFields } = spec;
  const needsPruning = preserveUnknownFields === true && conversion !== undefined && conversion.strategy !== "None";
  const oldReviews = old?.spec.conversion?.webhook?.conversionReviewVersions ?? [];
  const detail = "must be None if spec.preserveUnknownFields is true";
  return [
    ...(needsPruning ? [invalid(path.child("strategy"), conversion.strategy, detail)] : []),
    ...checkConversion(conversion, {
      path,
      requiresKnownReview: oldReviews.length === 0 || hasKnownReview(oldReviews),
      allowsInvalidCaBundle: old === undefined || allowsInvalidCaBundle(old),
    }),
  ];
}

/**
 * True if an invalid CA bundle is tolerated: before the CRD is established the webhook is not called, afterwards an
 * invalid bundle may be kept but not added.
 */
function allowsInvalidCaBundle(old: Definition): boolean {
  const bundle = old.spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  return !hasTrueCondition(old, "Established") || (bundle !== "" && caBundleFault(bundle) !== undefined);
}

function checkImmutable(definition: Definition, old: Definition): FieldError[] {
  const { spec } = definition;
  const pairs: readonly (readonly [FieldPath, string, string])[] = [
    ...(hasTrueCondition(old, "Established")
      ? [
          [SPEC.child("scope"), spec.scope, old.spec.scope] as const,
          [SPEC.child("names", "kind"), spec.names.kind, old.spec.names.kind] as const,
        ]
      : []),
    [SPEC.child("group"), spec.group, old.spec.group],
    [SPEC.child("names", "plural"), spec.names.plural, old.spec.names.plural],
  ];
  return pairs
    .filter(([, value, before]) => !deepEqual(value, before))
    .map(([path, value]) => invalid(path, value, FIELD_IMMUTABLE));
}
