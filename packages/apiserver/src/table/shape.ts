import type { JsonObject } from "@kiln/api";

/** Another kind that objects are turned into on their way out: Table or PartialObjectMetadata. */
export interface Shape {
  /** One object as the whole answer. Throws where the kind requested is only for lists. */
  toAnswer(object: JsonObject): JsonObject;
  /** One object as an event of a watch. Headings are sent with the first event only. */
  toEvent(object: JsonObject, place: { readonly isFirst: boolean }): JsonObject;
  /** What surrounds the objects of a list. Throws where the kind requested is only for single objects. */
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
