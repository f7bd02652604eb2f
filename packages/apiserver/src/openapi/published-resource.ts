import type { Resource } from "@kiln/kinds";

/** Parts of a resource that a document shows: other changes do not change the document. */
export type PublishedResource = Pick<
  Resource,
  | "group"
  | "version"
  | "names"
  | "isNamespaced"
  | "isCustom"
  | "hasStatus"
  | "subresources"
  | "scale"
  | "selectableFields"
  | "verbs"
  | "returnsDeleted"
  | "lifetime"
  | "published"
>;

/** One group version at the time of a request. */
export interface PublishedVersion {
  readonly group: string;
  readonly version: string;
  readonly isCustom: boolean;
  /** By plural, in order. */
  readonly resources: readonly PublishedResource[];
}
