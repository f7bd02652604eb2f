import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import {
  type ColumnDefinition,
  type DefinitionSpec,
  type DefinitionVersion,
  type Subresources,
  schemaJsonOf,
  versionsOf,
} from "@kiln/kinds";
import type { JsonSchema } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";

/** Features of one version, or of all versions where they agree. */
export interface Features {
  /** Absent if the CRD has no `schema`. Its member is undefined for a `schema` without `openAPIV3Schema`. */
  readonly schema?: { readonly openAPIV3Schema: JsonSchema | undefined };
  readonly subresources?: Subresources;
  readonly columns: readonly ColumnDefinition[];
  readonly selectableFields: readonly { readonly jsonPath: string }[];
}

export interface InternalVersion extends Features {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning?: string;
}

/**
 * Internal form in which Kubernetes validates a CRD of either API version: a field that all versions share is at the
 * top and in none of them. Error paths have this form: `spec.validation.openAPIV3Schema`.
 */
export interface InternalSpec {
  /** Name of the first version; empty if there is none. */
  readonly version: string;
  readonly top: Features;
  readonly versions: readonly InternalVersion[];
  /** Distinct schemas of all versions. */
  readonly schemas: readonly JsonSchema[];
}

const NOTHING: Features = { columns: [], selectableFields: [] };

export function toInternalSpec(spec: DefinitionSpec, schemaReader: SchemaReader): InternalSpec {
  const versions = versionsOf(spec);
  const [first, ...rest] = versions;
  if (first === undefined) {
    return { version: "", top: NOTHING, versions: [], schemas: [] };
  }
  const isShared = (key: keyof DefinitionVersion) => rest.every((version) => isSame(version[key], first[key]));
  const shared = {
    schema: isShared("schema"),
    subresources: isShared("subresources"),
    columns: isShared("additionalPrinterColumns"),
    selectableFields: isShared("selectableFields"),
  };
  const top = featuresOf(first, shared, schemaReader);
  const own = mapValues(shared, (isTop) => !isTop);
  const internal = versions.map((version) => ({ ...identityOf(version), ...featuresOf(version, own, schemaReader) }));
  return { version: first.name, top, versions: internal, schemas: schemasOf([top, ...internal]) };
}

/**
 * Internal form of a v1beta1 spec: fields at the top and in versions stay where the client wrote them, so that their
 * placement can be validated.
 */
export function toInternalSpecV1beta1(spec: JsonObject, schemaReader: SchemaReader): InternalSpec {
  const { validation, ...rest } = spec;
  const top = readFeatures(validation === undefined ? rest : { ...rest, schema: validation }, schemaReader);
  const versions = (Array.isArray(spec.versions) ? spec.versions : []).filter(isJsonObject).map((version) => ({
    ...identityOf(version as unknown as DefinitionVersion),
    ...readFeatures(version, schemaReader),
  }));
  return { version: String(spec.version ?? ""), top, versions, schemas: schemasOf([top, ...versions]) };
}

const ALL: Selection = { schema: true, subresources: true, columns: true, selectableFields: true };

function readFeatures(from: JsonObject, schemaReader: SchemaReader): Features {
  const { additionalPrinterColumns: columns } = from;
  const renamed = Array.isArray(columns)
    ? columns.filter(isJsonObject).map(({ JSONPath = "", ...column }) => ({ ...column, jsonPath: JSONPath }))
    : [];
  return featuresOf({ ...from, additionalPrinterColumns: renamed } as unknown as DefinitionVersion, ALL, schemaReader);
}

function schemasOf(features: readonly Features[]): JsonSchema[] {
  return features.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

type Selection = Readonly<Record<keyof Features, boolean>>;

function mapValues(selection: Selection, change: (value: boolean) => boolean): Selection {
  const { schema, subresources, columns, selectableFields } = selection;
  return {
    schema: change(schema),
    subresources: change(subresources),
    columns: change(columns),
    selectableFields: change(selectableFields),
  };
}

function featuresOf(version: DefinitionVersion, wanted: Selection, schemas: SchemaReader): Features {
  return {
    ...(wanted.schema && version.schema !== undefined ? readSchemaOf(version, schemas) : {}),
    ...(wanted.subresources && version.subresources !== undefined ? { subresources: version.subresources } : {}),
    columns: wanted.columns ? (version.additionalPrinterColumns ?? []) : [],
    selectableFields: wanted.selectableFields ? (version.selectableFields ?? []) : [],
  };
}

function readSchemaOf(version: DefinitionVersion, schemas: SchemaReader): Pick<Features, "schema"> {
  const json = schemaJsonOf(version);
  return { schema: { openAPIV3Schema: json === undefined ? undefined : schemas.read(json) } };
}

function identityOf({ name, served, storage, deprecated = false, deprecationWarning }: DefinitionVersion) {
  const identity = { name, served, storage, deprecated };
  return deprecationWarning === undefined ? identity : { ...identity, deprecationWarning };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && deepEqual(a as JsonValue, b as JsonValue));
}
