import type { Clock, GroupResource, JsonObject, KubeObject, ObjectMeta } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { View, ViewOptions } from "./view.ts";

/** Access of the simulation to the server's objects. */
export interface Cluster {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: ClusterLog;
  /**
   * View of a kind, which is followed from now on. Throws if the kind is not served. There is one view per kind: the
   * first caller's options apply.
   */
  view<T>(kind: KindName, options: ViewOptions<T>): View<T>;
  /** Reads the followed kinds once; commits update them afterwards. */
  load(): Promise<void>;
  /** Reads one kind that is followed later than the others; commits update it afterwards. */
  loadKind(kind: KindName): Promise<void>;
  /** Key of an object in the view of its kind. */
  keyOf(kind: KindName, namespace: string, name: string): string;
  isServed(kind: KindName): boolean;
  /** Group and plural of a served kind. Throws if it is not served. */
  resourceOf(kind: KindName): GroupResource;
  /** Stored object, which the caller may change; undefined if there is none. */
  read(object: ObjectRef): KubeObject | undefined;
  /** Returns the object as stored, with name and uid. Throws a StatusError, 409 if the name is taken. */
  create(actor: Actor, object: NewObject): Promise<KubeObject>;
  /**
   * Changes the object by `change`. Returns false if nothing was written: the object was deleted, has another uid, or
   * `change` returned false.
   */
  change(actor: Actor, object: ObjectRef, change: ObjectChange): Promise<boolean>;
  /** Deletes the object. No error if it does not exist or has another uid. */
  remove(actor: Actor, object: ObjectRef, how?: Removal): Promise<void>;
  /** Assigns a Pod to a node. */
  bind(pod: ObjectRef, node: string): Promise<void>;
  stop(): void;
}

export interface ClusterLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Reference to an object; with a uid, only to the one with that uid. */
export interface ObjectRef extends KindName {
  readonly metadata: { readonly namespace?: string; readonly name?: string; readonly uid?: string };
}

/** Object with a name, or with a generateName. */
export interface NewObject extends KindName {
  readonly metadata: ObjectMeta;
}

export interface ObjectChange {
  readonly subresource?: string;
  /** Changes the object in place; returns false if there is nothing to change. Called again after a conflict. */
  readonly change: (object: JsonObject) => boolean;
}

export interface Removal {
  readonly gracePeriodSeconds?: number;
  readonly propagation?: "Foreground" | "Background" | "Orphan";
}
