import { byteLength } from "./byte-length.ts";

const MAX_BYTES = 255;
const MAX_LABEL_BYTES = 63;

/** Kubernetes: a single label may hold one hyphen, right after its first character, and may even end with it. */
const SINGLE_LABEL = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const DOTTED =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\p{S}\p{L}-]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63}$/u;

export function isHostname(text: string): boolean {
  // The length goes first: it also bounds what the expressions look at.
  return (
    byteLength(text) <= MAX_BYTES &&
    (SINGLE_LABEL.test(text) || DOTTED.test(text)) &&
    text.split(".").every((label) => byteLength(label) <= MAX_LABEL_BYTES)
  );
}
