import { decodeUtf8, encodeUtf8 } from "@kiln/api";

/** Without padding, as in tokens. */
function encodeBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Undefined if the text is not base64url without padding. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) {
    return undefined;
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function encodeTextUrl(text: string): string {
  return encodeBase64Url(encodeUtf8(text));
}

/** Undefined if the text is not base64url of UTF-8. */
export function decodeTextUrl(text: string): string | undefined {
  const bytes = decodeBase64Url(text);
  return bytes === undefined ? undefined : decodeUtf8(bytes);
}
