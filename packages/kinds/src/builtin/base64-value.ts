import { encodeUtf8 } from "@kiln/api";

/** Number of bytes that a base64 text encodes. */
export function base64Length(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Canonical base64 of the same bytes: Kubernetes decodes and encodes, which drops line breaks and unused bits. */
export function canonicalBase64(text: string): string {
  const stripped = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, "") : text;
  // Only the last group, if it is padded, can have unused bits.
  const end = stripped.endsWith("=") ? stripped.slice(-4) : "";
  return end === "" ? stripped : stripped.slice(0, -4) + btoa(atob(end));
}

export function toBase64(text: string): string {
  let bytes = "";
  for (const byte of encodeUtf8(text)) {
    bytes += String.fromCharCode(byte);
  }
  return btoa(bytes);
}

/** Decodes base64 to a string with one character per byte; for checks of ASCII content. */
export function fromBase64(text: string): string {
  return atob(text);
}
