import type { Clock, JsonObject, KubeObject, ObjectMeta } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { View, ViewOptions } from "./view.ts";

/** Access of the simulation to the server's objects. */
export interface Cluster {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: ClusterLog;
  /** Follows a kind. Throws if it is not served. One view per kind: the first caller's options count. */
  view<T>(kind: KindName, options: ViewOptions<T>): View<T>;
  /** Reads the followed kinds once; commits update them afterwards. */
  load(): Promise<void>;
  /** As {@link load}, for a kind that is followed after the others were loaded. */
  loadKind(kind: KindName): Promise<void>;
  /** Key of an object in the view of its kind. */
  keyOf(kind: KindName, namespace: string, name: string): string;
  isServed(kind: KindName): boolean;
  /** Stored object; undefined if there is none. The caller owns the tree. */
  read(object: ObjectRef): KubeObject | undefined;
  /** Returns the object as stored, with name and uid. Throws a StatusError, 409 if the name is taken. */
  create(actor: Actor, object: NewObject): Promise<KubeObject>;
  /** False if nothing was written: the object was deleted, has another uid, or `change` returned false. */
  change(actor: Actor, object: ObjectRef, change: ObjectChange): Promise<boolean>;
  /** An object that does not exist, or has another uid, counts as deleted. */
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

/** Named, or to be named after its generateName. */
export interface NewObject extends KindName {
  readonly metadata: ObjectMeta;
}

export interface ObjectChange {
  readonly subresource?: string;
  /** Changes the object; false if there is nothing to change. Called again after a conflict. */
  readonly change: (object: JsonObject) => boolean;
}

export interface Removal {
  readonly gracePeriodSeconds?: number;
  readonly propagation?: "Foreground" | "Background" | "Orphan";
}
