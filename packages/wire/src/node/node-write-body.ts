import type { Writable } from "node:stream";
import type { ApiResponse } from "../message.ts";
import { forEachPiece } from "../pieces.ts";

/** A client that reads less than {@link STALL_BYTES} of a response in this time is disconnected. */
export const STALL_TIMEOUT_MS = 60_000;
export const STALL_BYTES: number = 64 * 1024;

/** Encodes characters of warnings beyond ASCII as the bytes of their UTF-8, one character each, as Node requires. */
export function encodeHeaders(headers: ApiResponse["headers"]): void {
  const { warning } = headers;
  if (warning !== undefined) {
    headers.warning = [warning].flat().map((text) => Buffer.from(text).toString("latin1"));
  }
}

/** Writes the body at the client's pace. False if the client disconnected, or read too little for too long. */
export async function writePieces(
  outgoing: Writable,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  await forEachPiece(body, (piece) => writePiece(outgoing, piece));
  return !outgoing.destroyed;
}

/** Writes a chunk in parts; false if the client disconnected. */
async function writePiece(outgoing: Writable, piece: Uint8Array): Promise<boolean> {
  for (let at = 0; at < piece.byteLength; at += STALL_BYTES) {
    const part = piece.subarray(at, at + STALL_BYTES);
    // The last part is copied: a view waiting in the socket would keep the whole chunk in memory.
    const isEnd = at > 0 && at + STALL_BYTES >= piece.byteLength;
    if (outgoing.destroyed || (!outgoing.write(isEnd ? Buffer.from(part) : part) && !(await drained(outgoing)))) {
      return false;
    }
  }
  return true;
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
