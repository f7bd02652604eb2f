import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { decodeJson, encodeJson, isJsonObject, type JsonObject } from "@kiln/api";
import { UnreadableError } from "../command.ts";
import type { ImportRecord } from "./import-record.ts";
import type { Cursor, SourcePage } from "./sources/paged-source.ts";

/** State of an import over the network. Offsets are lengths of the file of records. */
interface SpoolState {
  readonly identity: string;
  /** Position to continue from; absent before the first page, null when everything was read. */
  readonly cursor?: Cursor | null;
  readonly end: number;
  /** Offset at which the current part of the source begins. */
  readonly partStart: number;
  readonly done: number;
  readonly doneAtPart: number;
}

/**
 * Files with the objects of an import in progress, in a folder that only their owner may read: an interrupted import
 * resumes from them.
 */
export interface Spool {
  /** Position to continue from; undefined when everything was read. */
  readonly cursor: Cursor | undefined;
  readonly isComplete: boolean;
  /** Number of objects so far. */
  readonly done: number;
  /** Adds the objects of a page, durably. */
  add(page: SourcePage): void;
  read(): ImportRecord[];
  close(): void;
  /** Deletes the folder. */
  remove(): void;
}

/**
 * Resumes the import in the folder, or begins a new one. Throws UnreadableError if the folder belongs to another
 * source.
 */
export function openSpool(folder: string, identity: string): Spool {
  const [recordsFile, stateFile] = [join(folder, "records"), join(folder, "state.json")];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let state: SpoolState = readState(stateFile) ?? { identity, end: 0, partStart: 0, done: 0, doneAtPart: 0 };
  if (state.identity !== identity) {
    throw new UnreadableError(
      `${folder} holds an import of ${state.identity} that was cut off: delete the folder to import from ${identity}`,
    );
  }
  const records = openSync(recordsFile, "a+", 0o600);
  // Removes an incomplete page, which is read again.
  ftruncateSync(records, state.end);
  return {
    get cursor() {
      return state.cursor ?? undefined;
    },
    get isComplete() {
      return state.cursor === null;
    },
    get done() {
      return state.done;
    },
    add(page) {
      state = afterPage(state, page);
      ftruncateSync(records, state.end);
      const bytes = Buffer.concat(page.records.map((record) => Buffer.concat([encodeRecord(record), NEWLINE])));
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(records, bytes, written);
      }
      fsyncSync(records);
      state = { ...state, end: state.end + bytes.length };
      writeFileSync(`${stateFile}.part`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${stateFile}.part`, stateFile);
    },
    read: () => readRecords(recordsFile),
    close: () => closeSync(records),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const NEWLINE = Buffer.from("\n");

/** State of the spool after a page, computed before the records of the page are written. */
function afterPage(state: SpoolState, page: SourcePage): SpoolState {
  const cursor = page.next ?? null;
  const count = page.records.length;
  if (page.restarts === true) {
    return { ...state, cursor, end: state.partStart, done: state.doneAtPart };
  }
  const part = page.isStart === true ? { partStart: state.end, doneAtPart: state.done } : {};
  return { ...state, ...part, cursor, done: state.done + count };
}

function readState(file: string): SpoolState | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SpoolState) : undefined;
}

function encodeRecord(record: ImportRecord): Uint8Array {
  return encodeJson(record as unknown as JsonObject);
}

function readRecords(file: string): ImportRecord[] {
  const bytes = readFileSync(file);
  const records: ImportRecord[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    const { value } = decodeJson(bytes.subarray(start, end), { maxBytes: Number.POSITIVE_INFINITY });
    if (isJsonObject(value)) {
      records.push(value as unknown as ImportRecord);
    }
    start = end + 1;
  }
  return records;
}
