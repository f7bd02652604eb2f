import { concatBytes } from "@kiln/api";

/**
 * Forwards a response body at its reader's pace, and reports the whole of it at the end: undefined if it was longer
 * than `maxBytes`, or not read to its end.
 */
export async function* holdBody(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, whenRead }: { readonly maxBytes: number; readonly whenRead: (whole: Uint8Array | undefined) => void },
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] | undefined = [];
  let length = 0;
  let whole: Uint8Array | undefined;
  try {
    for await (const piece of body) {
      length += piece.byteLength;
      held = length > maxBytes ? undefined : held;
      held?.push(piece);
      yield piece;
    }
    whole = held === undefined ? undefined : concatBytes(held);
  } finally {
    whenRead(whole);
  }
}
