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
  /** Changes the object before validation: fills in defaults that a schema cannot express. */
  setDefaults?(object: JsonObject): void;
  readonly allocation?: AllocationRules;
  /** Fields without owners, by endpoint, where the kind differs from most. */
  readonly unowned?: Readonly<Record<string, FieldSet>>;
  readonly status?: StatusRules;
  /** Changes the object: resets fields that a client may not set on create, and sets those of a create. */
  prepareCreate?(object: JsonObject, context: KindContext): void;
  /**
   * Changes the object: resets fields that a client may not change on update. `subresource` is empty for the object
   * itself.
   */
  prepareUpdate?(object: JsonObject, old: JsonObject, subresource: string, services: KindServices): void;
  /** Absent: a DELETE removes objects at once, unless finalizers keep them. */
  readonly deletion?: DeletionRules;
  /** Part of {@link validateCreate} and {@link validateUpdate} about the size of the whole object. */
  validateSize?(object: JsonObject): FieldError[];
  validateCreate?(object: JsonObject, services: KindServices): FieldError[];
  validateUpdate?(object: JsonObject, old: JsonObject, subresource: string, services: KindServices): FieldError[];
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

/** Values that are unique among objects, such as the addresses of Services. */
export interface AllocationRules {
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
}

/** Writes of status, where the kind differs from most. */
export interface StatusRules {
  /** The status endpoint ignores metadata, as that of a custom resource. */
  readonly keepsMetadata?: boolean;
  /**
   * Kubernetes: for a few kinds, applying to the status of a missing object creates it
   * (registry/core/service/strategy.go AllowCreateOnUpdate, v1.36).
   */
  readonly createsObject?: boolean;
  /** A client creates the object with its status. */
  readonly keepsNew?: boolean;
}

/** Steps between a DELETE and the removal of the object. */
export interface DeletionRules {
  /** Changes the object, on its first deletion: prepares the deletion, mostly by finalizers. */
  prepare?(object: JsonObject, services: KindServices, options: DeleteOptions): void;
  /** Seconds before the object is deleted; `asked` is the client's grace period. Most kinds are deleted at once. */
  gracePeriod?(object: JsonObject, asked: number | undefined): number;
  /** A deletion orphans dependents by default, with a warning. */
  readonly orphansByDefault?: { readonly warning?: string };
  /** True if an object that is being deleted is kept by more than metadata.finalizers. */
  isHeld?(object: JsonObject): boolean;
}

/** Object and options of an allocation. */
export interface Allocation {
  readonly services: KindServices;
  readonly key: string;
  /** Stored object; absent if the object is new. */
  readonly old?: JsonObject;
  readonly isDryRun: boolean;
}
