import { appendAll } from "@kiln/api";

/** Maximum length of all warnings together before each is truncated. */
const MAX_TOTAL = 4 * 1024;
/** Length of a truncated warning. */
const MAX_CUT = 256;

/**
 * Warning headers, one each: `299 - "text"`, without duplicates and within a total length. Kubernetes: counts
 * characters, truncates earlier warnings too when one does not fit, and then adds warnings until the limit is passed
 * (endpoints/filters/warning.go AddWarning, v1.36).
 */
export function warningHeaders(warnings: readonly string[]): string[] {
  const texts = [...new Set(warnings)].filter((text) => text !== "");
  let headers: string[] = [];
  let total = 0;
  let isCutting = false;
  for (const [i, text] of texts.entries()) {
    const length = [...text].length;
    if (!isCutting && total + length > MAX_TOTAL) {
      isCutting = true;
      ({ headers, total } = cutAll(texts.slice(0, i)));
    }
    if (isCutting && total >= MAX_TOTAL) {
      break;
    }
    const shown = isCutting ? cut(text) : text;
    total += isCutting ? Math.min(length, MAX_CUT) : length;
    appendAll(headers, toHeader(shown));
  }
  return headers;
}

function cutAll(texts: readonly string[]): { headers: string[]; total: number } {
  const cuts = texts.map(cut);
  return { headers: cuts.flatMap(toHeader), total: cuts.reduce((sum, text) => sum + [...text].length, 0) };
}

function cut(text: string): string {
  return [...text].slice(0, MAX_CUT).join("");
}

const CONTROL = /\p{Cc}/u;

/** Kubernetes: a text that would break the header is dropped (util/net/http.go NewWarningHeader, v1.36). */
function toHeader(text: string): string[] {
  return CONTROL.test(text) ? [] : [`299 - "${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`];
}
