import { decodeBytewise, decodeUtf8, encodeBytewise, encodeUtf8 } from "@kiln/api";

/** Encodes to base64url without padding, as in tokens. */
function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(decodeBytewise(bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url; undefined if the text is invalid or has padding. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) {
    return undefined;
  }
  return encodeBytewise(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
}

export function encodeTextUrl(text: string): string {
  return encodeBase64Url(encodeUtf8(text));
}

/** Decodes base64url of UTF-8 text; undefined if it is invalid. */
export function decodeTextUrl(text: string): string | undefined {
  const bytes = decodeBase64Url(text);
  return bytes === undefined ? undefined : decodeUtf8(bytes);
}
