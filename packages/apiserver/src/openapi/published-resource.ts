import type { Resource } from "@kiln/kinds";

/** What a document shows of a resource: whatever else changes of it changes no document. */
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

/** One group version as it was when somebody asked. */
export interface PublishedVersion {
  readonly group: string;
  readonly version: string;
  readonly isCustom: boolean;
  /** By plural, in order. */
  readonly resources: readonly PublishedResource[];
}
