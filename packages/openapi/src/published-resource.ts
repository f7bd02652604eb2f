import type { Resource } from "@kiln/kinds";
import type { PublishingDialect } from "./publishing-dialect.ts";

/** Properties of a resource that a document depends on: a change of any other leaves the document unchanged. */
export type PublishedResource = Pick<
  Resource,
  "group" | "version" | "names" | "isNamespaced" | "dialect" | "subresources" | "writing" | "selectable" | "serving"
>;

/** Resources of one group version at the time of a request. */
export interface PublishedVersion {
  readonly group: string;
  readonly version: string;
  readonly dialect: PublishingDialect;
  /** Resources sorted by plural. */
  readonly resources: readonly PublishedResource[];
}
