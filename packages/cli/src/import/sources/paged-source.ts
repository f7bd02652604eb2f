import type { JsonObject } from "@kiln/api";
import type { ImportRecord } from "../import-record.ts";

/** Position to continue from, as JSON, so that it can be stored in a file. */
export type Cursor = JsonObject;

export interface SourcePage {
  readonly records: readonly ImportRecord[];
  /** Cursor of the next page; absent on the last page. */
  readonly next?: Cursor;
  /** Whether this is the first page of a part, to which `restarts` returns. */
  readonly isStart?: boolean;
  /** Whether the revision of the part was compacted: everything since the part's first page is read again. */
  readonly restarts?: boolean;
  /** Number of objects in the source, if known. */
  readonly total: number;
  /** Name of the page's resource, for the progress display. */
  readonly label: string;
}

/** A source that is read over the network, page by page. */
export interface PagedSource {
  /** Identity of the source: an import resumes only from the source with which it began. */
  readonly identity: string;
  readPage(cursor: Cursor | undefined, signal: AbortSignal): Promise<SourcePage>;
  close(): void;
}
