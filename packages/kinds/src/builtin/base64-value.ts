import { encodeUtf8 } from "@kiln/api";

/** How many bytes a text in base64 stands for. */
export function base64Length(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** The one way to write these bytes: Kubernetes decodes and encodes, which drops line breaks and bits behind the end. */
export function canonicalBase64(text: string): string {
  const stripped = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, "") : text;
  // Only the last character before padding can hold bits that mean nothing.
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

/** The text that the bytes are, as far as only ASCII matters: every byte is one character. */
export function fromBase64(text: string): string {
  return atob(text);
}
