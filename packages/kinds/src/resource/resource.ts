import type { GroupResource, JsonObject, NameRule } from "@kiln/api";
import type { FieldType } from "@kiln/apply";
import type { CarryOver, CompiledSchema, JsonSchema } from "@kiln/schema";
import type { Dialect } from "./dialect.ts";
import type { Lifetime } from "./lifetime.ts";
import type { PatchType } from "./patch-type.ts";
import type { Strategy } from "./strategy.ts";

/** Column definition of a Table. */
export type ColumnFacts = readonly [name: string, type: string, format?: string, priority?: number];

/** Converts objects through the conversion webhook of their CRD. Rejects with a Status. */
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

/** Names in discovery, which other resources may not take. */
export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/**
 * Kubernetes: each kind validates metadata again after the server did, which repeats causes of a 422
 * (registry/rest/create.go BeforeCreate, v1.36).
 */
export interface MetadataRules {
  /** A finalizer must be a standard one or have a domain, as for the kinds of the core group. */
  readonly requiresQualifiedFinalizers: boolean;
  /** Checks that an update repeats: that of new objects, that of changes. In this order. */
  readonly onUpdate: readonly ("create" | "update")[];
}

/** A subresource, as in discovery. */
export interface Subresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** One version of one kind, as it is served. Immutable: a change of a CRD makes new ones. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly names: ResourceNames;
  readonly isNamespaced: boolean;
  /** Differences between built-in and custom kinds that clients see. */
  readonly dialect: Dialect;
  readonly metadata: MetadataChecks;
  /** Compiled for this version: validates the objects of clients. */
  readonly schema: CompiledSchema;
  /** Storage of the objects of this kind, whatever version a client uses. */
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

/** Validation of metadata. */
export interface MetadataChecks {
  readonly nameRule: NameRule;
  /** The kind's own validation of metadata, besides the server's for every kind. */
  readonly repeated: MetadataRules;
}

/** Endpoints below an object. */
export interface Subresources {
  readonly hasStatus: boolean;
  readonly scale?: ScalePaths;
  /** All subresources of a built-in kind; custom ones have those of {@link hasStatus} and {@link scale}. */
  readonly listed?: readonly Subresource[];
}

/** Differences between kinds in PUT, PATCH and DELETE. */
export interface WriteRules {
  /** Whether a PUT without resourceVersion replaces any version. */
  readonly allowsUnconditionalUpdate: boolean;
  /** A PUT to a name that does not exist creates it. */
  readonly allowsCreateOnUpdate: boolean;
  /**
   * Whether generation counts changes of everything but metadata and status. Kubernetes: for a few kinds it counts an
   * empty list or map sent where there is none, although it is not stored
   * (registry/admissionregistration/mutatingwebhookconfiguration/strategy.go PrepareForUpdate, v1.36).
   */
  readonly countsGenerations: boolean | "exact";
  /** DELETE answers with the deleted object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** Strategic merge patch rules of the kind; custom resources do not support them. */
  readonly patchType?: () => PatchType;
}

/** Columns of `kubectl get`. */
export interface TableColumns {
  readonly columns: readonly Column[];
  /** Columns of a built-in kind; code prints its cells. */
  readonly headings?: readonly ColumnFacts[];
}

/** Field selectors besides metadata.name and metadata.namespace. */
export interface SelectableFields {
  /** JSON paths. */
  readonly fields: readonly string[];
  /** For fields whose value is not the one at their path. */
  readonly values?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Error for an unsupported field label, where a kind has its own. */
  readonly refuse?: (field: string) => string;
}

/** How the version is served, and what discovery and OpenAPI show of it. */
export interface Serving {
  readonly verbs: readonly string[];
  /** A warning for every request, as for deprecated versions. */
  readonly warning?: string;
  /** Served but hidden from discovery. */
  readonly isUnlisted?: boolean;
  /** Whether its CRD is being deleted: creates are rejected. */
  readonly isTerminating?: boolean;
  /** Absent for resources that are served as long as the server runs. */
  readonly lifetime?: Lifetime;
  /** Published schema of a custom resource; built-in kinds are described elsewhere. */
  readonly published?: PublishedSchema;
}

export interface PublishedSchema {
  /** Decoded anew for every caller, never shared. Undefined for a version without one. */
  readSchema(): JsonSchema | undefined;
  /** Whether all versions of the kind preserve unknown fields. */
  readonly preserveUnknownFields: boolean;
}

/** Marks and unions of stored objects, whatever version a request uses. */
export interface Protection {
  /** Absent if fields have other paths in other versions. Undefined: no version protects a field. */
  readonly carryOver?: () => CarryOver | undefined;
  /** Versions with their own marks or unions, in which a stored object is checked as well. */
  readonly views: () => readonly string[];
}

/** Lazily made parts are functions here: an object with getters would be slow for all readers. */
export interface Storage {
  /** Prefix of all keys of the kind; ends with a slash. */
  readonly prefix: string;
  /** The apiVersion written into stored objects. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: CompiledSchema;
  /** By apiVersion, if objects may still be stored in other versions than {@link apiVersion}. */
  readonly schemas?: ReadonlyMap<string, CompiledSchema>;
  /** Field ownership types, by apiVersion; undefined for one that the kind does not have, served or not. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /**
   * Takes ownership of an object and returns it in another version of the kind; unknown fields are pruned afterwards.
   * Absent: versions differ in apiVersion only.
   */
  readonly convert?: (object: JsonObject, apiVersion: string) => JsonObject;
  /** Objects expire this long after their last write. */
  readonly ttlSeconds?: number;
  /**
   * Conversion by webhook: used in place of `convert`, and rejects with a Status. Entries must then be converted before
   * they are decoded.
   */
  readonly convertRemotely?: RemoteConvert;
  /** Absent: objects have one version, or no version protects a field. */
  readonly protection?: Protection;
  /** Hash of everything that decoding depends on: a value written under the same stamp is served as it is. */
  readonly stamp: () => string;
}

export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
}

/** Name of the resource in errors about its objects. */
export function groupResourceOf(resource: Resource): GroupResource {
  return { group: resource.group, resource: resource.names.plural };
}

/** The key of one object. Cluster-scoped objects have no namespace part. */
export function storeKey(resource: Resource, namespace: string, name: string): string {
  return resource.isNamespaced ? `${resource.storage.prefix}${namespace}/${name}` : `${resource.storage.prefix}${name}`;
}

/** Whether the status endpoint takes nothing from metadata. */
export function statusKeepsMetadata({ strategy, dialect }: Resource): boolean {
  return strategy.status?.keepsMetadata ?? dialect.writing.statusKeepsMetadata;
}
