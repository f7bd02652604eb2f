import type { AuditTrail } from "@kiln/access";
import type { GroupVersionKind, JsonObject, User } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { AdmissionOperation } from "./admission-operation.ts";
import type { AdmissionServices } from "./admission-services.ts";
import type { Mutation } from "./note-mutation.ts";

/** Attributes of a request that cost nothing, by which plugins are selected. */
export interface AdmissionTarget {
  readonly services: AdmissionServices;
  readonly operation: AdmissionOperation;
  readonly resource: Resource;
  /** Subresource; empty for the object itself. */
  readonly subresource: string;
}

/** Attributes of one request for admission plugins. */
export interface AdmissionAttributes extends AdmissionTarget {
  /** Kind of `object`, which differs from the resource's for subresources such as scale. */
  readonly kind: GroupVersionKind;
  /** Name in the request; empty if the server generates one, and for each object of a deletecollection. */
  readonly name: string;
  /** Namespace; empty for cluster-scoped objects, and for a Namespace its own name. */
  readonly namespace: string;
  /** Schema of `object`, if its kind differs from the resource's. */
  readonly form?: Pick<Resource, "schema" | "strategy" | "dialect">;
  /** New object in the resource's version; undefined for DELETE. Only `admit` may change it, in place. */
  readonly object: JsonObject | undefined;
  /** Stored object, for UPDATE and DELETE. Must not be changed. */
  readonly oldObject: JsonObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions as JSON; null for CONNECT. */
  readonly options: JsonObject | null;
  readonly isDryRun: boolean;
  readonly requester: Requester;
  readonly reinvocation: Reinvocation;
  /** Changes by webhooks and policies, in order; undefined if no error message would name them. */
  readonly mutations?: Mutation[];
}

/**
 * State of reinvocation in a request. Kubernetes: all of `admit` runs a second time if a plugin changed the object
 * after an earlier plugin saw it (admission/reinvocation.go reinvoker.Admit, v1.36).
 */
export interface Reinvocation {
  /** True in the second run of the mutating plugins, because a later one changed the object. */
  isReinvoked: boolean;
  isNeeded: boolean;
  /** State of plugins for the reinvocation, by name of the plugin. */
  readonly notes: Map<string, unknown>;
}

/** User and context of a request that plugins need. A Context is one; controllers have their own. */
export interface Requester {
  readonly user: User;
  /** Warnings for the response. */
  readonly warnings: string[];
  /** Audit state; absent at audit level None. */
  readonly audit?: AuditTrail;
  /** Audit annotations by qualified key; {@link annotate} adds to them. */
  auditAnnotations?: Map<string, string>;
  /** Request of the client, whose signal aborts when it disconnects. */
  readonly request?: { readonly signal: AbortSignal };
}

/** Result of a plugin. A promise only if I/O is needed, so that plain writes need not wait a turn. */
export type Verdict = undefined | Promise<undefined>;

/** Namespace and name of an object to be created. */
export interface NewPlace {
  readonly resource: Resource;
  readonly namespace: string;
  /** Name for messages: the prefix of a name that is not generated yet, or "Unknown". */
  readonly name: string;
}

/**
 * One admission plugin. Denies by throwing a StatusError, mostly that of `forbid`. Has no state of its own: its data is
 * in a projection of the services.
 */
export interface AdmissionPlugin {
  /** Kubernetes' name of the plugin, for flags. */
  readonly name: string;
  /** True if the plugin runs only when `--enable-admission-plugins` names it. */
  readonly isOffByDefault?: true;
  /** Whether the plugin applies to a request. Called before every write; returning false must cost next to nothing. */
  handles(target: AdmissionTarget): boolean;
  /** Creates the namespace of a new object if it does not exist. Not called for dry runs. */
  provideNamespace?(services: AdmissionServices, name: string): Verdict;
  /**
   * Throws if the namespace of a new object is missing or terminating. Called again after every wait before the write.
   */
  checkNamespace?(services: AdmissionServices, place: NewPlace): void;
  /** Mutating admission, before validation: may change `attributes.object`. */
  admit?(attributes: AdmissionAttributes): Verdict;
  /** Validating admission, after validation, on the object to be stored. */
  validate?(attributes: AdmissionAttributes): Verdict;
}
