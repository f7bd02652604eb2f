import type { AuditTrail } from "@kiln/access";
import type { GroupVersionKind, JsonObject, User } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { AdmissionOperation } from "./admission-operation.ts";
import type { AdmissionServices } from "./admission-services.ts";
import type { Mutation } from "./note-mutation.ts";

/** Attributes of a request that are known before a plugin needs all of them. */
export interface AdmissionTarget {
  readonly services: AdmissionServices;
  readonly operation: AdmissionOperation;
  readonly resource: Resource;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** One request as passed to plugins. */
export interface AdmissionAttributes extends AdmissionTarget {
  /** Kind of `object`, which differs from the resource's for subresources such as scale. */
  readonly kind: GroupVersionKind;
  /** Name in the request: empty if the server generates one, and for each object of a deletecollection. */
  readonly name: string;
  /** Empty for cluster-scoped objects. For a Namespace, its own name. */
  readonly namespace: string;
  /** Schema of `object`, if its kind is not the resource's. */
  readonly form?: Pick<Resource, "schema" | "strategy" | "dialect">;
  /** New object, in the resource's version; undefined for DELETE. Only `admit` may change it, and only in place. */
  readonly object: JsonObject | undefined;
  /** Stored object, for UPDATE and DELETE. Never changed. */
  readonly oldObject: JsonObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions, as a client would write them; null for CONNECT. */
  readonly options: JsonObject | null;
  readonly isDryRun: boolean;
  readonly requester: Requester;
  readonly reinvocation: Reinvocation;
  /** Changes by webhooks and policies, in order; undefined if no message would use them. */
  readonly mutations?: Mutation[];
}

/**
 * Kubernetes: all of `admit` runs a second time if a plugin changed the object after an earlier plugin saw it
 * (admission/reinvocation.go reinvoker.Admit, v1.36).
 */
export interface Reinvocation {
  /** Whether this is the reinvocation. */
  isReinvoked: boolean;
  isNeeded: boolean;
  /** State that plugins keep for the reinvocation, by their name. */
  readonly notes: Map<string, unknown>;
}

/** Attributes of the requester that plugins use. A Context is one; controllers have their own. */
export interface Requester {
  readonly user: User;
  /** Sent to the client with the response. */
  readonly warnings: string[];
  /** Absent: audit level None. */
  readonly audit?: AuditTrail;
  /** For the audit log, by qualified key; {@link annotate} adds to them. */
  auditAnnotations?: Map<string, string>;
  /** Its signal is aborted when the client disconnects. */
  readonly request?: { readonly signal: AbortSignal };
}

/** Synchronous unless I/O is needed, so that plain writes need not wait a turn. */
export type Verdict = undefined | Promise<undefined>;

/** Namespace and name of an object to be created. */
export interface NewPlace {
  readonly resource: Resource;
  readonly namespace: string;
  /** For messages: the prefix of a name that is not generated yet, or "Unknown". */
  readonly name: string;
}

/**
 * One admission plugin. Denies by throwing a StatusError, mostly that of `forbid`. Stateless: its data is in a
 * projection of the services.
 */
export interface AdmissionPlugin {
  /** Kubernetes' name, as used by flags. */
  readonly name: string;
  /** Runs only if `--enable-admission-plugins` names it. */
  readonly isOffByDefault?: true;
  /** Called before every write; false must cost next to nothing. */
  handles(target: AdmissionTarget): boolean;
  /** Called if the namespace of a new object does not exist, before that is rejected. Not for dry runs. */
  provideNamespace?(services: AdmissionServices, name: string): Verdict;
  /** Throws if the namespace of a new object is missing or terminating. Runs again after every wait before the write. */
  checkNamespace?(services: AdmissionServices, place: NewPlace): void;
  /** Before validation. May change `attributes.object`. */
  admit?(attributes: AdmissionAttributes): Verdict;
  /** After validation, on the object that will be stored. */
  validate?(attributes: AdmissionAttributes): Verdict;
}
