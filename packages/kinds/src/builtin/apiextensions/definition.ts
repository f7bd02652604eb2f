import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface Subresources {
  readonly status?: JsonObject;
  readonly scale?: {
    readonly specReplicasPath: string;
    readonly statusReplicasPath: string;
    readonly labelSelectorPath?: string;
  };
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonObject };
  readonly subresources?: Subresources;
  readonly additionalPrinterColumns?: readonly ColumnDefinition[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly caBundle?: string;
}

export interface Conversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions: readonly string[] | null;
  };
}

export interface DefinitionSpec {
  readonly group: string;
  readonly names: DefinitionNames;
  readonly scope: string;
  readonly versions: readonly DefinitionVersion[] | null;
  readonly conversion?: Conversion;
  readonly preserveUnknownFields?: boolean;
}

export interface Condition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly lastTransitionTime: string | null;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

export interface DefinitionStatus {
  readonly conditions: readonly Condition[] | null;
  readonly acceptedNames: DefinitionNames;
  readonly storedVersions: readonly string[] | null;
}

/** A decoded CustomResourceDefinition: every field has its type, and fields that are always encoded exist. */
export interface Definition {
  readonly metadata: {
    readonly name: string;
    readonly generateName?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly generation?: number;
    readonly deletionTimestamp?: string;
  };
  readonly spec: DefinitionSpec;
  readonly status: DefinitionStatus;
}

/** Casts an object that {@link definitionPrune} has decoded; checks nothing. */
export function asDefinition(object: JsonObject): Definition {
  return object as unknown as Definition;
}

export function versionsOf(spec: DefinitionSpec): readonly DefinitionVersion[] {
  return spec.versions ?? [];
}

/** Storage version of a CRD; undefined only before validation. */
export function storageVersionOf(spec: DefinitionSpec): DefinitionVersion | undefined {
  return versionsOf(spec).find((version) => version.storage);
}

export function findCondition({ status }: Definition, type: string): Condition | undefined {
  return status.conditions?.find((condition) => condition.type === type);
}

export function hasTrueCondition(definition: Definition, type: string): boolean {
  return findCondition(definition, type)?.status === "True";
}

/** The schema of a version as JSON, if it has one. */
export function schemaJsonOf(version: Pick<DefinitionVersion, "schema">): JsonObject | undefined {
  const json: JsonValue | undefined = version.schema?.openAPIV3Schema;
  return isJsonObject(json) ? json : undefined;
}
