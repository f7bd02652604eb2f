import type { JsonObject } from "@kiln/api";
import type { ImportRecord } from "../import-record.ts";

/** Where reading goes on: plain JSON, so that it can be kept in a file. */
export type Cursor = JsonObject;

export interface SourcePage {
  readonly records: readonly ImportRecord[];
  /** Absent on the last page. */
  readonly next?: Cursor;
  /** The first page of a part: `restart` goes back to here. */
  readonly isStart?: boolean;
  /** The source forgot the moment at which the part is read: everything since its start is read again. */
  readonly restarts?: boolean;
  /** Objects in the whole source, as far as it says. */
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
