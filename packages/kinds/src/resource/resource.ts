import type { FieldError, GroupResource, JsonObject, NameRule } from "@kiln/api";
import type { FieldSet, FieldType } from "@kiln/apply";
import type { CarryOver, CompiledSchema, JsonSchema } from "@kiln/schema";
import type { DeleteOptions } from "./delete-options.ts";
import type { Dialect } from "./dialect.ts";
import type { KindContext, KindServices } from "./kind-services.ts";
import type { Lifetime } from "./lifetime.ts";
import type { PatchType } from "./patch-type.ts";

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

/**
 * Behavior of a built-in kind beyond its schema. Every function is optional; one that changes an object says so.
 */
export interface Strategy {
  /**
   * Annotations that represent fields that a version lacks. Kubernetes: they are not part of a metadata-only response
   * (apps/v1/conversion.go Convert_apps_DaemonSet_To_v1_DaemonSet, v1.36).
   */
  readonly carriedAnnotations?: readonly string[];
  /** Changes the object before validation: fills in defaults that a schema cannot express. */
  setDefaults?(object: JsonObject): void;
  /**
   * Changes the object, before it is prepared: allocates values that are unique among objects. Throws a Status if a
   * requested value is not available.
   */
  allocate?(object: JsonObject, allocation: Allocation): void;
  /**
   * Called after the last step, before the write is queued: ensures, if other servers use the same store, that the
   * allocated values belong to this object only. May change it. Throws a Status if a requested value is not available.
   */
  claim?(object: JsonObject, allocation: Allocation): undefined | Promise<undefined>;
  /** Fields without owners, by endpoint, where the kind differs from most. */
  readonly unowned?: Readonly<Record<string, FieldSet>>;
  /** The status endpoint ignores metadata, as that of a custom resource. */
  readonly statusKeepsMetadata?: boolean;
  /**
   * Kubernetes: for a few kinds, applying to the status of a missing object creates it
   * (registry/core/service/strategy.go AllowCreateOnUpdate, v1.36).
   */
  readonly isMadeByStatus?: boolean;
  /** A client creates the object with its status. */
  readonly keepsNewStatus?: boolean;
  /** Changes the object: resets fields that a client may not set on create, and sets those of a create. */
  prepareCreate?(object: JsonObject, context: KindContext): void;
  /**
   * Changes the object: resets fields that a client may not change on update. `subresource` is empty for the object
   * itself.
   */
  prepareUpdate?(object: JsonObject, old: JsonObject, subresource: string, services: KindServices): void;
  /** Changes the object, on its first deletion: prepares the deletion, mostly by finalizers. */
  prepareDelete?(object: JsonObject, services: KindServices, options: DeleteOptions): void;
  /** Seconds before the object is deleted; `asked` is the client's grace period. Most kinds are deleted at once. */
  gracePeriod?(object: JsonObject, asked: number | undefined): number;
  /** A deletion orphans dependents by default, with a warning. */
  readonly orphansByDefault?: { readonly warning?: string };
  /** Part of {@link validateCreate} and {@link validateUpdate} about the size of the whole object. */
  validateSize?(object: JsonObject): FieldError[];
  validateCreate?(object: JsonObject, services: KindServices): FieldError[];
  validateUpdate?(object: JsonObject, old: JsonObject, subresource: string, services: KindServices): FieldError[];
  /** True if an object that is being deleted is kept by more than metadata.finalizers. */
  isHeld?(object: JsonObject): boolean;
  /** For a review: result of its create, which stores nothing. */
  answer?(object: JsonObject, context: KindContext): JsonObject | Promise<JsonObject>;
  /** Warnings of a successful response. */
  warn?(object: JsonObject, old?: JsonObject, subresource?: string): string[];
  /**
   * Called in the turn in which a create, an update or a mark of deletion was queued: queues further writes that belong
   * to the same commit, such as a CRD's conditions. `object` is the queued one, read-only; absent where the store may
   * have a newer one.
   */
  afterWrite?(services: KindServices, key: string, object?: JsonObject): void;
}

/** Object and options of an allocation. */
export interface Allocation {
  readonly services: KindServices;
  readonly key: string;
  /** Stored object; absent if the object is new. */
  readonly old?: JsonObject;
  readonly isDryRun: boolean;
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
  readonly nameRule: NameRule;
  /** Differences between built-in and custom kinds that clients see. */
  readonly dialect: Dialect;
  /** The kind's own validation of metadata, besides the server's for every kind. */
  readonly metadataRules: MetadataRules;
  /** Compiled for this version: validates the objects of clients. */
  readonly schema: CompiledSchema;
  /** Storage of the objects of this kind, whatever version a client uses. */
  readonly storage: Storage;
  readonly hasStatus: boolean;
  /** All subresources of a built-in kind; custom ones have those of {@link hasStatus} and {@link scale}. */
  readonly subresources?: readonly Subresource[];
  /** Strategic merge patch rules of the kind; custom resources do not support them. */
  readonly patchType?: () => PatchType;
  readonly scale?: ScalePaths;
  readonly columns: readonly Column[];
  /** Columns of a built-in kind; code prints its cells. */
  readonly tableColumns?: readonly ColumnFacts[];
  /** JSON paths that field selectors may name besides metadata.name and metadata.namespace. */
  readonly selectableFields: readonly string[];
  /** For selectable fields whose value is not the one at their path. */
  readonly fieldValues?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Error for an unsupported field label, where a kind has its own. */
  readonly refuseField?: (field: string) => string;
  readonly strategy: Strategy;
  readonly verbs: readonly string[];
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
  /**
   * Kubernetes: fields that even an empty object has, such as that of a bookmark (storage/cacher/cacher.go
   * dispatchEvents, v1.36).
   */
  readonly emptyFields?: () => JsonObject;
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

/** Lazily made parts are functions here: an object with getters would be slow for all readers. */
/** Marks and unions of stored objects, whatever version a request uses. */
export interface Protection {
  /** Absent if fields have other paths in other versions. Undefined: no version protects a field. */
  readonly carryOver?: () => CarryOver | undefined;
  /** Versions with their own marks or unions, in which a stored object is checked as well. */
  readonly views: () => readonly string[];
}

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
