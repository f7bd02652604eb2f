import type { JsonObject } from "@kiln/api";

/** Kind that objects are converted to in responses: Table or PartialObjectMetadata. */
export interface Shape {
  /** One object as the whole response. Throws if the requested kind is only for lists. */
  toAnswer(object: JsonObject): JsonObject;
  /** One object as a watch event. Column definitions are sent with the first event only. */
  toEvent(object: JsonObject, place: { readonly isFirst: boolean }): JsonObject;
  /** Fields around the objects of a list. Throws if the requested kind is only for single objects. */
  list(): ListShape;
}

export interface ListShape {
  /** The list's own fields, without metadata and without the items. */
  readonly head: JsonObject;
  readonly itemsField: "items" | "rows";
  /**
   * Kubernetes: some empty lists have null items, others an empty list (handlers/response.go
   * asPartialObjectMetadataList, v1.36).
   */
  readonly isEmptyNull: boolean;
  toItem(object: JsonObject): JsonObject;
}

/** Kubernetes: a watch whose events cannot be encoded ends without an error (handlers/watch.go HandleHTTP, v1.36). */
export class UnwritableEvent extends Error {}
