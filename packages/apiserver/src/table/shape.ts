import type { JsonObject } from "@kiln/api";

/** Conversion of objects in responses to another kind: Table or PartialObjectMetadata. */
export interface Shape {
  /** Converts an object to a whole response. Throws if the requested kind is only for lists. */
  toAnswer(object: JsonObject): JsonObject;
  /** Converts an object of a watch event. Only the first event has column definitions. */
  toEvent(object: JsonObject, place: { readonly isFirst: boolean }): JsonObject;
  /** Conversion of a list. Throws if the requested kind is only for single objects. */
  list(): ListShape;
}

export interface ListShape {
  /** Fields of the list without metadata and items. */
  readonly head: JsonObject;
  readonly itemsField: "items" | "rows";
  /**
   * True if an empty list has null items. Kubernetes: some kinds of lists do, others have an empty list
   * (handlers/response.go asPartialObjectMetadataList, v1.36).
   */
  readonly isEmptyNull: boolean;
  toItem(object: JsonObject): JsonObject;
}

/** Kubernetes: a watch whose events cannot be encoded ends without an error (handlers/watch.go HandleHTTP, v1.36). */
export class UnwritableEvent extends Error {}
