import type { Scanned } from "./token.ts";

const plainEscapes = new Set(["a", "b", "f", "n", "r", "t", "v", '"', "'", "\\", "?", "`"]);

/** A string whose first quote is at `at`: `"…"` on one line, or `"""…"""` over several. */
export function scanString(text: string, at: number, { isRaw } = { isRaw: false }): Scanned {
  const quote = text.charAt(at);
  if (text.startsWith(quote.repeat(3), at)) {
    const end = skipToTripleQuote(text, at + 3, { quote, isRaw });
    // An unterminated string still starts with the empty string.
    return { kind: "string", end: end ?? at + 2 };
  }
  let end = at + 1;
  while (text.charAt(end) !== quote) {
    const character = text.charAt(end);
    if (character === "" || character === "\n" || character === "\r") {
      return { kind: undefined, end };
    }
    const next = character === "\\" && !isRaw ? skipEscape(text, end) : { end: end + 1, isValid: true };
    if (!next.isValid) {
      return { kind: undefined, end: next.end };
    }
    end = next.end;
  }
  return { kind: "string", end: end + 1 };
}

/** Scans an identifier in backquotes. */
export function scanBackquoted(text: string, at: number): Scanned {
  let end = at + 1;
  while (/[A-Za-z0-9_./ -]/.test(text.charAt(end))) {
    end += 1;
  }
  if (text.charAt(end) === "`" && end > at + 1) {
    return { kind: "escaped-identifier", end: end + 1 };
  }
  return { kind: undefined, end };
}

function skipToTripleQuote(text: string, at: number, options: { quote: string; isRaw: boolean }): number | undefined {
  const closing = options.quote.repeat(3);
  let end = at;
  while (end < text.length) {
    if (text.startsWith(closing, end)) {
      return end + 3;
    }
    if (text.charAt(end) === "\\" && !options.isRaw) {
      const next = skipEscape(text, end);
      if (!next.isValid) {
        return undefined;
      }
      end = next.end;
    } else {
      end += 1;
    }
  }
  return undefined;
}

/** Skips an escape sequence. Returns its end, or the character that makes it invalid. */
function skipEscape(text: string, at: number): { readonly end: number; readonly isValid: boolean } {
  const letter = text.charAt(at + 1);
  if (plainEscapes.has(letter)) {
    return { end: at + 2, isValid: true };
  }
  if (letter === "x" || letter === "X") {
    return skipMatching(text, at + 2, [hex, hex]);
  }
  if (letter === "u") {
    return skipMatching(text, at + 2, [hex, hex, hex, hex]);
  }
  if (letter === "U") {
    return skipMatching(text, at + 2, [hex, hex, hex, hex, hex, hex, hex, hex]);
  }
  return skipMatching(text, at + 1, [/[0-3]/, octal, octal]);
}

const hex = /[0-9a-fA-F]/;
const octal = /[0-7]/;

function skipMatching(text: string, at: number, classes: readonly RegExp[]): { end: number; isValid: boolean } {
  for (const [index, characters] of classes.entries()) {
    if (!characters.test(text.charAt(at + index))) {
      return { end: at + index, isValid: false };
    }
  }
  return { end: at + classes.length, isValid: true };
}
