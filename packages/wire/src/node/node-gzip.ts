import zlib, { constants, deflateRaw, gzip } from "node:zlib";
import { computeCrc32 } from "@kiln/api";
import type { ApiResponse, ResponseHeaders } from "../message.ts";
import { unpackBatches } from "../pieces.ts";

/** Kubernetes: shorter responses are not compressed (responsewriters/writers.go defaultGzipThresholdBytes, v1.36). */
const GZIP_FROM_BYTES = 128 * 1024;
/** Number of compressions at a time: as many as Node has threads. Each takes a quarter of a megabyte. */
const MAX_COMPRESSIONS = 4;
/**
 * Kubernetes: level 1, the one with the least processor time (responsewriters/writers.go
 * defaultGzipContentEncodingLevel, v1.36).
 */
const LEVEL = 1;
const OUTPUT_BYTES = 64 * 1024;

/** Parts of a response that compression may replace. */
export type Sendable = Pick<ApiResponse, "status" | "headers" | "body">;

/** Compresses answers on other threads, a bounded number of chunks at a time. */
export interface Compressor {
  /** The answer compressed if it is large. Changes the headers. */
  compress(response: ApiResponse): Promise<Sendable>;
}

/**
 * True if the client accepts gzip. Kubernetes: matches the bare name, so `gzip;q=1` does not count
 * (responsewriters/writers.go negotiateContentEncoding, v1.36).
 */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (
    acceptEncoding?.includes("gzip") === true && acceptEncoding.split(",").some((token) => token.trim() === "gzip")
  );
}

export function createCompressor(): Compressor {
  const enter = createPlaces(MAX_COMPRESSIONS);
  return { compress: (response) => compress(response, enter) };
}

async function compress(response: ApiResponse, enter: Enter): Promise<Sendable> {
  const { body, status, headers } = response;
  if (body === undefined || response.isEventStream === true) {
    return response;
  }
  if (body instanceof Uint8Array) {
    return body.byteLength > GZIP_FROM_BYTES
      ? { status, headers: markGzip(headers), body: await enter(() => gzipAll(body)) }
      : response;
  }
  const { head, rest, isLarge } = await readHead(body);
  return isLarge
    ? { status, headers: markGzip(headers), body: unpackBatches(gzipBatches(chain(head, rest), enter)) }
    : { status, headers, body: chain(head, rest) };
}

/** Adds the headers of a compressed response. */
function markGzip(headers: ResponseHeaders): ResponseHeaders {
  const { vary } = headers;
  headers["content-encoding"] = "gzip";
  headers.vary = vary === undefined ? "Accept-Encoding" : [vary, "Accept-Encoding"].flat();
  return headers;
}

interface Head {
  readonly head: Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
  readonly isLarge: boolean;
}

/** Reads as many chunks as needed to decide whether to compress. */
async function readHead(body: AsyncIterable<Uint8Array>): Promise<Head> {
  const rest = body[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  while (size <= GZIP_FROM_BYTES) {
    const next = await rest.next();
    if (next.done === true) {
      return { head, rest, isLarge: false };
    }
    head.push(next.value);
    size += next.value.byteLength;
  }
  return { head, rest, isLarge: true };
}

/** Chunks of `head`, then of `rest`. Removes chunks from `head` as they are read: a sent chunk is not held. */
function chain(head: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const value = head.shift();
      return value === undefined ? rest.next() : { done: false, value };
    },
    async return() {
      head.length = 0;
      await rest.return?.();
      return { done: true, value: undefined };
    },
  };
}

type Crc32 = (bytes: Uint8Array, before?: number) => number;

/** Node before 20.15 has no zlib.crc32. */
const crc32: Crc32 = (zlib as { readonly crc32?: Crc32 }).crc32 ?? computeCrc32;

/** gzip header: magic number, deflate, no flags, no time, fastest level, unknown system (RFC 1952). */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff);
/** A last deflate block without content (RFC 1951), and room for the checksum and the length. */
const LAST_BLOCK = Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/**
 * One gzip stream whose chunks are compressed independently. A compressor that lives as long as the response would hold
 * a quarter of a megabyte for every client that does not read; here a waiting response holds nothing.
 */
async function* gzipBatches(chunks: AsyncIterableIterator<Uint8Array>, enter: Enter): AsyncGenerator<Uint8Array[]> {
  const sum: Sum = { crc: 0, length: 0 };
  try {
    yield [GZIP_HEADER];
    for (
      let zipped = await zipNext(chunks, sum, enter);
      zipped.length > 0;
      zipped = await zipNext(chunks, sum, enter)
    ) {
      yield zipped;
    }
    const end = LAST_BLOCK.slice();
    const view = new DataView(end.buffer);
    view.setUint32(2, sum.crc, true);
    view.setUint32(6, sum.length, true);
    yield [end];
  } finally {
    await chunks.return?.();
  }
}

/** Checksum and size of all data compressed so far. */
interface Sum {
  crc: number;
  length: number;
}

/** Next chunk, compressed; undefined at the end. Updates the sum. */
async function zipNext(chunks: AsyncIterator<Uint8Array>, sum: Sum, enter: Enter): Promise<Uint8Array[]> {
  const { done, value: chunk } = await chunks.next();
  if (done === true) {
    return [];
  }
  sum.crc = crc32(chunk, sum.crc);
  sum.length += chunk.byteLength;
  return [await enter(() => deflateChunk(chunk))];
}

type Callback = (error: Error | null, zipped: Uint8Array) => void;

function gzipAll(body: Uint8Array): Promise<Uint8Array> {
  return settle((done) => gzip(body, { level: LEVEL, chunkSize: OUTPUT_BYTES }, done));
}

/** Deflate blocks, byte-aligned, none of them the last. */
function deflateChunk(chunk: Uint8Array): Promise<Uint8Array> {
  const options = { level: LEVEL, chunkSize: OUTPUT_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
  return settle((done) => deflateRaw(chunk, options, done));
}

function settle(start: (done: Callback) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    start((error, zipped) => (error === null ? resolve(zipped) : reject(error)));
  });
}

type Enter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs this many tasks at a time; others wait in order. */
function createPlaces(count: number): Enter {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) {
      free--;
    } else {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free++;
      } else {
        next();
      }
    }
  };
}
