import type { FieldError, GroupResource, JsonObject, NameRule } from "@kiln/api";
import type { FieldSet, FieldType } from "@kiln/apply";
import type { CarryOver, CompiledSchema, JsonSchema } from "@kiln/schema";
import type { DeleteOptions } from "./delete-options.ts";
import type { Dialect } from "./dialect.ts";
import type { KindContext, KindServices } from "./kind-services.ts";
import type { Lifetime } from "./lifetime.ts";
import type { PatchType } from "./patch-type.ts";

/** A heading of a Table. */
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
   * Annotations that stand for fields that a version lacks. Kubernetes: they are not part of a metadata-only response
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
   * After the last step, before the write is queued: makes sure, where other servers use the same store, that the
   * allocated values are this object's alone. May change it. Throws a Status if a requested value is not available.
   */
  claim?(object: JsonObject, allocation: Allocation): undefined | Promise<undefined>;
  /** Fields without owners, by endpoint, where the kind differs from most. */
  readonly unowned?: Readonly<Record<string, FieldSet>>;
  /** The status endpoint takes nothing from metadata, as that of a custom resource. */
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
  /** True if more than metadata's finalizers keeps an object that is being deleted. */
  isHeld?(object: JsonObject): boolean;
  /** For a kind that is a question: its create answers with this and keeps nothing. */
  answer?(object: JsonObject, context: KindContext): JsonObject | Promise<JsonObject>;
  /** Sent as warnings beside an answer that is no failure. */
  warn?(object: JsonObject, old?: JsonObject, subresource?: string): string[];
  /**
   * Called in the turn in which a create, an update or a mark of deletion was queued: queues further writes that belong
   * to the same commit, such as a CRD's conditions. `object` is the queued one, read-only; absent where the store may
   * have a newer one.
   */
  afterWrite?(services: KindServices, key: string, object?: JsonObject): void;
}

/** For whom something is allocated. */
export interface Allocation {
  readonly services: KindServices;
  readonly key: string;
  /** Stored object; absent if the object is new. */
  readonly old?: JsonObject;
  readonly isDryRun: boolean;
}

/** The names that discovery shows and other resources may not take. */
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
  /** Which of the two checks an update runs again: that of new objects, that of changes. In this order. */
  readonly onUpdate: readonly ("create" | "update")[];
}

/** Something that can be done to a part of an object, as discovery shows it. */
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
  /** How strategic merge patches go about the kind; custom resources do not take any. */
  readonly patchType?: () => PatchType;
  readonly scale?: ScalePaths;
  readonly columns: readonly Column[];
  /** The headings of a built-in kind; its cells are printed by code. */
  readonly tableColumns?: readonly ColumnFacts[];
  /** JSON paths that field selectors may name besides metadata.name and metadata.namespace. */
  readonly selectableFields: readonly string[];
  /** For selectable fields whose value is not just the one at their path. */
  readonly fieldValues?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Error for an unsupported field label, where a kind has its own. */
  readonly refuseField?: (field: string) => string;
  readonly strategy: Strategy;
  readonly verbs: readonly string[];
  /** A PUT without resourceVersion replaces whatever is there. */
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
  /** Its definition is being deleted: nothing more is created. */
  readonly isTerminating?: boolean;
  /** Absent for resources that are served as long as the server runs. */
  readonly lifetime?: Lifetime;
  /** What OpenAPI shows of a custom kind; built-in kinds are described elsewhere. */
  readonly published?: PublishedSchema;
}

export interface PublishedSchema {
  /** Decoded anew for every caller, never shared. Undefined for a version without one. */
  readSchema(): JsonSchema | undefined;
  /** All versions of the kind keep fields that no schema names. */
  readonly preserveUnknownFields: boolean;
}

/** Lazily made parts are functions here: an object with getters would be slow for all readers. */
/** Marks and unions of stored objects, whatever version a request uses. */
export interface Protection {
  /** Absent where fields have other paths in other versions. Undefined: no version protects anything. */
  readonly carryOver?: () => CarryOver | undefined;
  /** Versions with marks or unions of their own, in which a stored object is to be checked as well. */
  readonly views: () => readonly string[];
}

export interface Storage {
  /** All keys of the kind begin with this; it ends with a slash. */
  readonly prefix: string;
  /** The apiVersion written into stored objects. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: CompiledSchema;
  /** By apiVersion, where objects may still rest in other versions than {@link apiVersion}. */
  readonly schemas?: ReadonlyMap<string, CompiledSchema>;
  /** How fields are owned, by apiVersion; undefined for one that the kind does not have, served or not. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /**
   * Takes an object over and returns it in another version of the kind; what that version does not know is pruned
   * afterwards. Absent: nothing but the apiVersion differs between versions.
   */
  readonly convert?: (object: JsonObject, apiVersion: string) => JsonObject;
  /** Objects disappear this long after their last write. */
  readonly ttlSeconds?: number;
  /**
   * Conversion by webhook: used in place of `convert`, and rejects with a Status. Entries must then be converted before
   * they are decoded.
   */
  readonly convertRemotely?: RemoteConvert;
  /** Absent: objects have one version, or no version protects anything. */
  readonly protection?: Protection;
  /** Hash of everything that decoding depends on: a value written under the same stamp is served as it is. */
  readonly stamp: () => string;
}

export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
}

/** What errors about objects of the kind name it by. */
export function groupResourceOf(resource: Resource): GroupResource {
  return { group: resource.group, resource: resource.names.plural };
}

/** The key of one object. Cluster-scoped objects have no namespace part. */
export function storeKey(resource: Resource, namespace: string, name: string): string {
  return resource.isNamespaced ? `${resource.storage.prefix}${namespace}/${name}` : `${resource.storage.prefix}${name}`;
}
