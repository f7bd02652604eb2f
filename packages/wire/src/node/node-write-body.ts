import type { Writable } from "node:stream";
import { createGzip, gzip } from "node:zlib";
import type { ApiResponse } from "../message.ts";

/** Kubernetes: smaller answers are not worth the time. */
const GZIP_FROM_BYTES = 128 * 1024;
/** Kubernetes: the level that costs least is nearly as good as any. */
const GZIP = { level: 1 } as const;

/** A client that takes less than {@link STALL_BYTES} of an answer in this time is given up. */
export const STALL_TIMEOUT_MS = 60_000;
export const STALL_BYTES: number = 64 * 1024;

/** An answer that may have become shorter; its headers say so. */
export type Sendable = Pick<ApiResponse, "status" | "headers" | "body">;

/** Changes the headers: what is beyond ASCII goes as the bytes of its UTF-8, one character each, as Node wants it. */
export function encodeHeaders(headers: ApiResponse["headers"]): void {
  const { warning } = headers;
  if (warning !== undefined) {
    headers.warning = [warning].flat().map((text) => Buffer.from(text).toString("latin1"));
  }
}

/** Whether the client reads gzip. Kubernetes: by name only, without weights. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (
    acceptEncoding?.includes("gzip") === true && acceptEncoding.split(",").some((token) => token.trim() === "gzip")
  );
}

/** The answer compressed if it is large; the work is done on another thread. Changes the headers. */
export async function compress(response: ApiResponse): Promise<Sendable> {
  const { body, status, headers } = response;
  if (body === undefined || response.isEventStream === true) {
    return response;
  }
  if (body instanceof Uint8Array) {
    return body.byteLength > GZIP_FROM_BYTES
      ? { status, headers: markGzip(headers), body: await gzipAll(body) }
      : response;
  }
  const { head, rest, isLarge } = await readHead(body);
  return isLarge
    ? { status, headers: markGzip(headers), body: gzipPieces(chain(head, rest)) }
    : { status, headers, body: chain(head, rest) };
}

/** Changes the headers. */
function markGzip(headers: ApiResponse["headers"]): ApiResponse["headers"] {
  const { vary } = headers;
  headers["content-encoding"] = "gzip";
  headers.vary = vary === undefined ? "Accept-Encoding" : [vary, "Accept-Encoding"].flat();
  return headers;
}

function gzipAll(body: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(body, GZIP, (error, zipped) => (error === null ? resolve(zipped) : reject(error)));
  });
}

interface Head {
  readonly head: Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
  readonly isLarge: boolean;
}

/** As many pieces as it takes to know whether compressing is worth it. */
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

/** Empties `head`: pieces that were sent are not held. */
async function* chain(head: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = head.shift(); piece !== undefined; piece = head.shift()) {
      yield piece;
    }
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

async function* gzipPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const zip = createGzip(GZIP);
  const feeding = feed(zip, body);
  try {
    yield* zip as AsyncIterable<Uint8Array>;
    await feeding;
  } finally {
    zip.destroy();
    await feeding.catch(() => {});
  }
}

async function feed(zip: ReturnType<typeof createGzip>, body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    if (await writePieces(zip, body)) {
      zip.end();
    }
  } catch (error) {
    zip.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Writes at the reader's pace. False if the reader went away, or took too little for too long. */
export async function writePieces(
  outgoing: Writable,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  for await (const piece of body) {
    for (let at = 0; at < piece.byteLength; at += STALL_BYTES) {
      if (outgoing.destroyed || (!outgoing.write(piece.subarray(at, at + STALL_BYTES)) && !(await drained(outgoing)))) {
        return false;
      }
    }
  }
  return !outgoing.destroyed;
}

function drained(outgoing: Writable): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isDrained: boolean) => {
      clearTimeout(timer);
      outgoing.off("drain", onDrain);
      outgoing.off("close", onClose);
      resolve(isDrained);
    };
    const onDrain = () => finish(true);
    const onClose = () => finish(false);
    const timer = setTimeout(() => {
      outgoing.destroy();
      finish(false);
    }, STALL_TIMEOUT_MS);
    outgoing.on("drain", onDrain);
    outgoing.on("close", onClose);
  });
}
