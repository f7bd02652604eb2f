const SURROGATE = /\p{Surrogate}/gu;

/**
 * Escapes a name for one part of a URL's path. Half of a surrogate pair, for which `encodeURIComponent` throws, becomes
 * the replacement character, as when text is encoded to UTF-8.
 */
export function escapePathPart(text: string): string {
  return encodeURIComponent(text.replace(SURROGATE, "\ufffd"));
}
