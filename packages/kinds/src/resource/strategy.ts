import type { FieldError, JsonObject } from "@kiln/api";
import type { FieldSet } from "@kiln/apply";
import type { DeleteOptions } from "./delete-options.ts";
import type { KindContext, KindServices } from "./kind-services.ts";

/**
 * Behavior of a built-in kind beyond its schema. Every function is optional; the comment of one that changes an object
 * begins with that.
 */
export interface Strategy {
  /**
   * Annotations that represent fields that a version lacks. Kubernetes: they are not part of a metadata-only response
   * (apps/v1/conversion.go Convert_apps_DaemonSet_To_v1_DaemonSet, v1.36).
   */
  readonly carriedAnnotations?: readonly string[];
  /** Changes the object before validation: sets defaults that a schema cannot express. */
  setDefaults?(object: JsonObject): void;
  readonly allocation?: AllocationRules;
  /** Fields without owners, by endpoint, if they differ from those of most kinds. */
  readonly unowned?: Readonly<Record<string, FieldSet>>;
  readonly status?: StatusRules;
  /** Changes the object: resets fields that a client cannot set on create, and sets those that the server sets then. */
  prepareCreate?(object: JsonObject, context: KindContext): void;
  /**
   * Changes the object: resets fields that a client cannot change on update. `subresource` is empty for the object
   * itself.
   */
  prepareUpdate?(object: JsonObject, old: JsonObject, subresource: string, services: KindServices): void;
  /** Rules of deletion; absent: a DELETE removes an object at once, unless finalizers hold it. */
  readonly deletion?: DeletionRules;
  /** Part of {@link validateCreate} and {@link validateUpdate} about the size of the whole object. */
  validateSize?(object: JsonObject): FieldError[];
  validateCreate?(object: JsonObject, services: KindServices): FieldError[];
  validateUpdate?(object: JsonObject, old: JsonObject, subresource: string, services: KindServices): FieldError[];
  /** Answers a review: the result of its create, which stores nothing. */
  answer?(object: JsonObject, context: KindContext): JsonObject | Promise<JsonObject>;
  /** Warnings for the response to a successful write. */
  warn?(object: JsonObject, old?: JsonObject, subresource?: string): string[];
  /**
   * Called in the turn in which a create, an update or a deletion mark was queued, to queue further writes for the same
   * commit, such as a CRD's conditions. `object` is the queued one, read-only; absent if the store may have a newer
   * one.
   */
  afterWrite?(services: KindServices, key: string, object?: JsonObject): void;
}

/** Values that are unique among objects, such as the addresses of Services. */
export interface AllocationRules {
  /**
   * Changes the object, before it is prepared: allocates unique values. Throws a Status if a requested value is not
   * available.
   */
  allocate?(object: JsonObject, allocation: Allocation): void;
  /**
   * Claims the allocated values for this object if other servers use the same store; may change the object. Called
   * after the last step, before the write is queued. Throws a Status if a requested value is not available.
   */
  claim?(object: JsonObject, allocation: Allocation): undefined | Promise<undefined>;
  /** Records the allocated values of an object that was checked and is not stored, as its commit would. */
  assign?(object: JsonObject, allocation: Allocation): void;
}

/** Rules of writes to status, where the kind differs from most. */
export interface StatusRules {
  /** True if the status endpoint ignores metadata, as that of a custom resource does. */
  readonly keepsMetadata?: boolean;
  /**
   * Kubernetes: for a few kinds, applying to the status of a missing object creates it
   * (registry/core/service/strategy.go AllowCreateOnUpdate, v1.36).
   */
  readonly createsObject?: boolean;
  /** True if a client may set status on create. */
  readonly keepsNew?: boolean;
}

/** Steps between a DELETE and the removal of the object. */
export interface DeletionRules {
  /** Changes the object on its first deletion: prepares the deletion, mostly by finalizers. */
  prepare?(object: JsonObject, services: KindServices, options: DeleteOptions): void;
  /** Grace period in seconds; `asked` is the client's. Most kinds have none. */
  gracePeriod?(object: JsonObject, asked: number | undefined): number;
  /** Set if a deletion orphans dependents by default, with the warning about it. */
  readonly orphansByDefault?: { readonly warning?: string };
  /** True if the garbage collector ignores the kind, so that a deletion never waits for dependents or orphans them. */
  readonly ignoresDependents?: boolean;
  /** True if more than metadata.finalizers holds an object that is being deleted. */
  isHeld?(object: JsonObject): boolean;
}

/** Context of an allocation. */
export interface Allocation {
  readonly services: KindServices;
  readonly key: string;
  /** Stored object; absent if the object is new. */
  readonly old?: JsonObject;
  readonly isDryRun: boolean;
}
