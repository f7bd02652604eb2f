import type { JsonObject } from "../value/json-value.ts";

/**
 * Any API object: JSON with apiVersion, kind and metadata. An object from a client has these types only after its
 * metadata was decoded and validated.
 */
export interface KubeObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

export interface ObjectMeta extends JsonObject {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number | bigint;
  /** Time in RFC 3339, in whole seconds and UTC. */
  creationTimestamp?: string | null;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number | bigint | null;
  labels?: StringMap | null;
  annotations?: StringMap | null;
  ownerReferences?: OwnerReference[] | null;
  finalizers?: string[] | null;
  managedFields?: ManagedFieldsEntry[] | null;
}

/** Labels or annotations. Any key is possible, `__proto__` included. */
export interface StringMap extends JsonObject {
  [key: string]: string;
}

export interface OwnerReference extends JsonObject {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean | null;
  blockOwnerDeletion?: boolean | null;
}

export interface ManagedFieldsEntry extends JsonObject {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string | null;
  fieldsType?: string;
  fieldsV1?: JsonObject | null;
  subresource?: string;
}

export interface ListMeta extends JsonObject {
  selfLink?: string;
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number | bigint | null;
}

export interface KubeList extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: KubeObject[];
}
