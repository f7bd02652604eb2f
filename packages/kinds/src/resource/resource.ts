import type { GroupResource, JsonObject, NameRule } from "@kiln/api";
import type { FieldType } from "@kiln/apply";
import type { CarryOver, CompiledSchema, JsonSchema } from "@kiln/schema";
import type { Dialect } from "./dialect.ts";
import type { Lifetime } from "./lifetime.ts";
import type { PatchType } from "./patch-type.ts";
import type { Strategy } from "./strategy.ts";

/** Column definition of a Table. */
export type ColumnFacts = readonly [name: string, type: string, format?: string, priority?: number];

/** Converts objects by the conversion webhook of their CRD. Rejects with a Status. */
export type RemoteConvert = (objects: readonly JsonObject[], apiVersion: string) => Promise<readonly JsonObject[]>;

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** Names in discovery, which are unique in a group. */
export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/**
 * Kubernetes: each kind validates metadata again after the server did, which repeats errors in a 422
 * (registry/rest/create.go BeforeCreate, v1.36).
 */
export interface MetadataRules {
  /** True if a finalizer must be a standard one or have a domain, as for core kinds. */
  readonly requiresQualifiedFinalizers: boolean;
  /** Checks of metadata that an update repeats, in this order: of new objects, of changes. */
  readonly onUpdate: readonly ("create" | "update")[];
  /**
   * Where the metadata of a new object is validated, if not first: `last`, only without other errors, or by the
   * kind's own rules.
   */
  readonly onCreate?: "last" | "own";
}

/** A subresource as discovery lists it. */
export interface Subresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** A kind in one served version. Immutable: a change of its CRD creates new resources. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly names: ResourceNames;
  readonly isNamespaced: boolean;
  /** Differences between built-in kinds and custom resources that clients see. */
  readonly dialect: Dialect;
  readonly metadata: MetadataChecks;
  /** Compiled schema of this version, for objects of clients. */
  readonly schema: CompiledSchema;
  /** Storage of the kind's objects, whatever version a client uses. */
  readonly storage: Storage;
  readonly strategy: Strategy;
  readonly subresources: Subresources;
  readonly writing: WriteRules;
  readonly table: TableColumns;
  readonly selectable: SelectableFields;
  readonly serving: Serving;
  /**
   * Kubernetes: fields that even an empty object has, such as that of a bookmark (storage/cacher/cacher.go
   * dispatchEvents, v1.36).
   */
  readonly emptyFields?: () => JsonObject;
}

/** Validation of the kind's metadata. */
export interface MetadataChecks {
  readonly nameRule: NameRule;
  /** The kind's own validation of metadata, which repeats that of the server. */
  readonly repeated: MetadataRules;
}

/** Subresources of the kind. */
export interface Subresources {
  readonly hasStatus: boolean;
  readonly scale?: ScalePaths;
  /**
   * All subresources of a built-in kind; absent for custom resources, which have those of {@link hasStatus} and {@link
   * scale}.
   */
  readonly listed?: readonly Subresource[];
}

/** Differences between kinds in PUT, PATCH and DELETE. */
export interface WriteRules {
  /** True if a PUT without resourceVersion replaces any version of the object. */
  readonly allowsUnconditionalUpdate: boolean;
  /** True if a PUT creates a missing object. */
  readonly allowsCreateOnUpdate: boolean;
  /**
   * True if generation counts changes of everything except metadata and status. Kubernetes: `exact`, for a few kinds,
   * also counts an empty list or map sent instead of an absent one, although it is not stored
   * (registry/admissionregistration/mutatingwebhookconfiguration/strategy.go PrepareForUpdate, v1.36).
   */
  readonly countsGenerations: boolean | "exact";
  /** True if DELETE returns the deleted object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** Strategic merge patch rules of the kind; custom resources do not support them. */
  readonly patchType?: () => PatchType;
}

/** Columns of `kubectl get`. */
export interface TableColumns {
  readonly columns: readonly Column[];
  /** Column definitions of a built-in kind, whose cells are printed by code. */
  readonly headings?: readonly ColumnFacts[];
}

/** Selectable fields besides metadata.name and metadata.namespace. */
export interface SelectableFields {
  /** JSON paths of the selectable fields. */
  readonly fields: readonly string[];
  /** Values of selectable fields that differ from the value at their path. */
  readonly values?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Error for an unsupported field label, if the kind has a message of its own. */
  readonly refuse?: (field: string) => string;
}

/** How the version is served, and its properties in discovery and OpenAPI. */
export interface Serving {
  readonly verbs: readonly string[];
  /** Warning of every response, as for deprecated versions. */
  readonly warning?: string;
  /** True if the version is served but hidden from discovery. */
  readonly isUnlisted?: boolean;
  /** True if the CRD is being deleted: creates are rejected. */
  readonly isTerminating?: boolean;
  /** Lifetime; absent for resources that are served as long as the server runs. */
  readonly lifetime?: Lifetime;
  /** Published schema of a custom resource; absent for built-in kinds. */
  readonly published?: PublishedSchema;
}

export interface PublishedSchema {
  /** Decodes the schema for each caller, never shared. Undefined for a version without a schema. */
  readSchema(): JsonSchema | undefined;
  /** True if all versions of the kind preserve unknown fields. */
  readonly preserveUnknownFields: boolean;
}

/** Protection of marked fields and unions in stored objects, whatever version a request uses. */
export interface Protection {
  /**
   * Protected fields to copy to the new object. Absent if versions have fields at different paths; returns undefined if
   * no version protects a field.
   */
  readonly carryOver?: () => CarryOver | undefined;
  /** Versions with marks or unions of their own, in which a stored object is validated as well. */
  readonly views: () => readonly string[];
}

/**
 * Storage of a kind. Parts created on first use are functions: an object with getters would be slow for all readers.
 */
export interface Storage {
  /** Prefix of all keys of the kind, with a slash at the end. */
  readonly prefix: string;
  /** apiVersion of stored objects. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: CompiledSchema;
  /** Schemas by apiVersion, if objects may be stored in other versions than {@link apiVersion}. */
  readonly schemas?: ReadonlyMap<string, CompiledSchema>;
  /** Field ownership type of a version, served or not; undefined if the kind lacks the version. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /**
   * Converts an object to another version, in place; unknown fields are pruned afterwards. Absent: versions differ in
   * apiVersion only.
   */
  readonly convert?: (object: JsonObject, apiVersion: string) => JsonObject;
  /** Time after the last write at which objects expire. */
  readonly ttlSeconds?: number;
  /**
   * Conversion by webhook, used in place of `convert`; rejects with a Status. Entries must then be converted before
   * they are decoded.
   */
  readonly convertRemotely?: RemoteConvert;
  /** Protection of fields; absent if the kind has one version, or no version protects a field. */
  readonly protection?: Protection;
  /** Hash of everything that decoding depends on: a value written under the same stamp is served unchanged. */
  readonly stamp: () => string;
}

export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
}

/** Group and plural in errors about the resource's objects. */
export function groupResourceOf(resource: Resource): GroupResource {
  return { group: resource.group, resource: resource.names.plural };
}

/** Store key of an object. Cluster-scoped objects have no namespace part. */
export function storeKey(resource: Resource, namespace: string, name: string): string {
  return resource.isNamespaced ? `${resource.storage.prefix}${namespace}/${name}` : `${resource.storage.prefix}${name}`;
}

/** True if the status endpoint ignores metadata. */
export function statusKeepsMetadata({ strategy, dialect }: Resource): boolean {
  return strategy.status?.keepsMetadata ?? dialect.writing.statusKeepsMetadata;
}
