import type { Resource } from "@kiln/kinds";
import type { PublishingDialect } from "./publishing-dialect.ts";

/** Parts of a resource that a document contains: other changes leave the document unchanged. */
export type PublishedResource = Pick<
  Resource,
  "group" | "version" | "names" | "isNamespaced" | "dialect" | "subresources" | "writing" | "selectable" | "serving"
>;

/** One group version at the time of a request. */
export interface PublishedVersion {
  readonly group: string;
  readonly version: string;
  readonly dialect: PublishingDialect;
  /** By plural, in order. */
  readonly resources: readonly PublishedResource[];
}
