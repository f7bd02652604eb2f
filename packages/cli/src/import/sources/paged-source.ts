import type { JsonObject } from "@kiln/api";
import type { ImportRecord } from "../import-record.ts";

/** Position to continue from: plain JSON, so that it can be kept in a file. */
export type Cursor = JsonObject;

export interface SourcePage {
  readonly records: readonly ImportRecord[];
  /** Absent on the last page. */
  readonly next?: Cursor;
  /** First page of a part: `restarts` returns here. */
  readonly isStart?: boolean;
  /** The revision of the part was compacted: everything since its start is read again. */
  readonly restarts?: boolean;
  /** Number of objects in the source, if known. */
  readonly total: number;
  /** Resource that the page is of. */
  readonly label: string;
}

/** A source that is read over the network, page by page. */
export interface PagedSource {
  /** Identifies a source: an import resumes only from the one it began with. */
  readonly identity: string;
  readPage(cursor: Cursor | undefined, signal: AbortSignal): Promise<SourcePage>;
  close(): void;
}
