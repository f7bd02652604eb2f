import { isIpAddress } from "./network.ts";

/**
 * True for one address of RFC 5322: `a@b`, `Name <a@b>`, `a@b (comment)`, also a group of one. Each step takes a
 * position and returns the one after the text it read, or -1; nothing is read more than twice.
 */
export function isEmail(text: string): boolean {
  const address = readAddress(text, 0, { mayBeGroup: true });
  return address.count === 1 && skipComments(text, address.next) === text.length;
}

interface Addresses {
  readonly next: number;
  readonly count: number;
}

const NONE: Addresses = { next: -1, count: 0 };

function readAddress(text: string, start: number, options: { readonly mayBeGroup: boolean }): Addresses {
  const at = skipSpace(text, start);
  const afterSpec = readAddrSpec(text, at);
  if (afterSpec >= 0) {
    return { next: skipDisplayComment(text, skipSpace(text, afterSpec)), count: 1 };
  }
  const afterName = text[at] === "<" ? at : readPhrase(text, at);
  if (afterName < 0) {
    return NONE;
  }
  const open = skipSpace(text, afterName);
  if (options.mayBeGroup && text[open] === ":") {
    return readGroup(text, open + 1);
  }
  const close = text[open] === "<" ? readAddrSpec(text, open + 1) : -1;
  return close >= 0 && text[close] === ">" ? { next: close + 1, count: 1 } : NONE;
}

function readGroup(text: string, start: number): Addresses {
  let at = skipSpace(text, start);
  if (text[at] === ";") {
    return NONE;
  }
  for (let count = 0; ; ) {
    const member = readAddress(text, at, { mayBeGroup: false });
    const end = member.count === 0 || member.next < 0 ? -1 : skipComments(text, member.next);
    if (end < 0) {
      return NONE;
    }
    count += member.count;
    if (text[end] === ";") {
      return { next: skipComments(text, end + 1), count };
    }
    if (text[end] !== ",") {
      return NONE;
    }
    at = end + 1;
  }
}

function readAddrSpec(text: string, start: number): number {
  const at = skipSpace(text, start);
  const afterLocal = text[at] === '"' ? readQuoted(text, at) : readDotAtom(text, at);
  if (afterLocal < 0 || text[afterLocal] !== "@" || text.startsWith('""', at)) {
    return -1;
  }
  const domain = skipSpace(text, afterLocal + 1);
  return text[domain] === "[" ? readDomainLiteral(text, domain) : readDotAtom(text, domain);
}

function readPhrase(text: string, start: number): number {
  let at = start;
  for (let words = 0; ; words++) {
    if (words > 0) {
      at = skipComments(text, at);
      if (at < 0) {
        return -1;
      }
    }
    at = skipSpace(text, at);
    const next = text[at] === '"' ? readQuoted(text, at) : readAtom(text, at);
    if (next < 0) {
      return words === 0 ? -1 : at;
    }
    at = next;
  }
}

function readQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') {
      return at + 1;
    }
    if (char === "\\") {
      at++;
    }
    if (!isVisible(text.charCodeAt(at)) && !isSpace(text[at])) {
      return -1;
    }
  }
  return -1;
}

/** Reads an unquoted word: letters, digits, dots and the punctuation that RFC 5322 allows. */
function readAtom(text: string, start: number): number {
  let at = start;
  while (at < text.length && isVisible(text.charCodeAt(at)) && !'()<>[]:;@\\,"'.includes(text[at] as string)) {
    at++;
  }
  return at > start ? at : -1;
}

function readDotAtom(text: string, start: number): number {
  const end = readAtom(text, start);
  const atom = text.slice(start, Math.max(start, end));
  return atom.startsWith(".") || atom.endsWith(".") || atom.includes("..") ? -1 : end;
}

function readDomainLiteral(text: string, start: number): number {
  const end = text.indexOf("]", start);
  return end >= 0 && isIpAddress(text.slice(start + 1, end)) ? end + 1 : -1;
}

function skipDisplayComment(text: string, at: number): number {
  return text[at] === "(" ? skipComment(text, at) : at;
}

function skipComments(text: string, start: number): number {
  let at = start < 0 ? start : skipSpace(text, start);
  while (at >= 0 && text[at] === "(") {
    at = skipComment(text, at);
    at = at < 0 ? at : skipSpace(text, at);
  }
  return at;
}

function skipComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\" && at + 1 < text.length) {
      at++;
    } else if (text[at] === "(") {
      depth++;
    } else if (text[at] === ")" && --depth === 0) {
      return at + 1;
    }
  }
  return -1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) {
    at++;
  }
  return at;
}

function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\t";
}

function isVisible(code: number): boolean {
  return (code > 0x20 && code < 0x7f) || code >= 0x80;
}
