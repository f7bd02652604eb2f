import { goEscapes } from "@kiln/api";
import { bigintOf, isInt } from "../values/int.ts";
import { CelError, type CelValue } from "../values/value.ts";

// These functions count in code points, as Go's runes. The type checks are done: the arguments have the declared types.

function numberOf(value: CelValue | undefined): number {
  return isInt(value) ? Number(bigintOf(value)) : 0;
}

function outOfRange(index: CelValue | undefined): CelError {
  return new CelError(`index out of range: ${String(index)}`);
}

export function charAt(text: CelValue, index: CelValue): CelValue {
  const at = numberOf(index);
  let count = 0;
  for (const character of at < 0 ? "" : String(text)) {
    if (count === at) {
      return character;
    }
    count += 1;
  }
  return at === count ? "" : outOfRange(index);
}

export function indexOf(text: CelValue, part: CelValue, offset: CelValue = 0): CelValue {
  if (part === "") {
    return offset;
  }
  if (numberOf(offset) < 0) {
    return outOfRange(offset);
  }
  if (hasPlainUnits(String(text))) {
    return numberOf(offset) >= String(text).length ? -1 : String(text).indexOf(String(part), numberOf(offset));
  }
  const characters = [...String(text)];
  return numberOf(offset) >= characters.length ? -1 : findFrom(characters, String(part), numberOf(offset));
}

/** Whether each UTF-16 unit is a character: then indexes are positions. */
function hasPlainUnits(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

/** Code points of the text up to where the part begins. */
function findFrom(characters: readonly string[], part: string, offset: number): number {
  const text = characters.slice(offset).join("");
  const found = text.indexOf(part);
  return found === -1 ? -1 : offset + [...text.slice(0, found)].length;
}

export function lastIndexOf(text: CelValue, part: CelValue, offset?: CelValue): CelValue {
  const characters = hasPlainUnits(String(text)) ? String(text) : [...String(text)];
  const sought = [...String(part)];
  if (part === "") {
    return offset ?? characters.length;
  }
  const from = offset === undefined ? characters.length - 1 : numberOf(offset);
  if (offset !== undefined && from < 0) {
    return outOfRange(offset);
  }
  if (from >= characters.length || sought.length > characters.length) {
    return -1;
  }
  for (let at = Math.min(from, characters.length - sought.length); at >= 0; at -= 1) {
    if (sought.every((character, index) => characters[at + index] === character)) {
      return at;
    }
  }
  return -1;
}

export function lowerAscii(text: CelValue): CelValue {
  return String(text).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperAscii(text: CelValue): CelValue {
  return String(text).replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

export function replace(text: CelValue, old: CelValue, replacement: CelValue, limit: CelValue = -1): CelValue {
  const most = numberOf(limit);
  const parts = explode(String(text), String(old), most < 0 ? Number.POSITIVE_INFINITY : most);
  return parts.join(String(replacement));
}

/** Splits into at most `most` parts; an empty separator occurs before every character. */
function explode(text: string, separator: string, most: number): string[] {
  if (separator !== "") {
    return splitAt(text, separator, most);
  }
  const parts: string[] = [];
  let rest = text;
  while (parts.length < most) {
    if (parts.length === 0) {
      parts.push("");
      continue;
    }
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (rest === "") {
      break;
    }
    parts.push(character);
    rest = rest.slice(character.length);
  }
  return [...parts, rest];
}

function splitAt(text: string, separator: string, most: number): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(separator); at !== -1 && parts.length < most; at = text.indexOf(separator, start)) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  return [...parts, text.slice(start)];
}

/** Splits as Go's SplitN: a negative limit means all parts, 0 none. */
export function split(text: CelValue, separator: CelValue, limit: CelValue = -1): CelValue {
  const most = numberOf(limit);
  if (most === 0) {
    return [];
  }
  const cuts = most < 0 ? Number.POSITIVE_INFINITY : most - 1;
  if (separator !== "") {
    return splitAt(String(text), String(separator), cuts);
  }
  const characters = [...String(text)];
  return characters.length <= cuts + 1 ? characters : [...characters.slice(0, cuts), characters.slice(cuts).join("")];
}

export function substring(text: CelValue, start: CelValue, end?: CelValue): CelValue {
  const characters = [...String(text)];
  const from = numberOf(start);
  const to = end === undefined ? characters.length : numberOf(end);
  if (end !== undefined && from > to) {
    return new CelError(`invalid substring range. start: ${String(start)}, end: ${String(end)}`);
  }
  if (from < 0 || from > characters.length) {
    return outOfRange(start);
  }
  return to < 0 || to > characters.length ? outOfRange(end) : characters.slice(from, to).join("");
}

/** Trims Unicode white space, which differs from JavaScript's. */
export function trim(text: CelValue): CelValue {
  return String(text)
    .replace(/^[\p{White_Space}]+/u, "")
    .replace(/[\p{White_Space}]+$/u, "");
}

export function quote(text: CelValue): CelValue {
  return `"${[...String(text)].map((character) => goEscapes.get(character) ?? character).join("")}"`;
}
