import { statusNotConvertible } from "../status/status.ts";
import { resolveYamlScalar } from "./resolve-yaml-scalar.ts";

/**
 * Kubernetes: a line is broken at the first space beyond this column (yaml/v2/emitterc.go
 * yaml_emitter_emit_stream_start, v1.36).
 */
const WIDTH = 80;

/** Position of a string: `column` of its first character, `indent` of the lines on which it continues. */
export interface YamlStringPlace {
  readonly column: number;
  readonly indent: number;
  /** True for a key before a colon, which cannot be broken into lines. */
  readonly isKey?: boolean;
}

/** Prints a string in the style that Kubernetes chooses, so that it decodes to the same string. */
export function printYamlString(text: string, place: YamlStringPlace): string {
  if (WORD.test(text) && (place.isKey === true || place.column + text.length <= WIDTH)) {
    return text;
  }
  const traits = examine(text);
  if (text.includes("\n")) {
    return traits.mayBeLiteral && place.isKey !== true ? printLiteral(text, place.indent) : printDouble(text, place);
  }
  if (resolveYamlScalar(text).kind !== "str" || BASE_60.test(text) || text === "<<") {
    return printDouble(text, place);
  }
  if (traits.mayBePlain) {
    return fold(text, place);
  }
  return traits.mayBeSingle ? printSingle(text, place) : printDouble(text, place);
}

/** Matches most strings: too long for a boolean or null, and no other type begins with a letter. */
const WORD = /^[A-Za-z][\w./-]{5,}$/;

/** YAML 1.1 numbers in base 60: Kubernetes does not decode them as numbers, but other programs might. */
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Characters that need double quotes; in Kubernetes those beyond the basic plane do, too. */
const SPECIAL = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;
const INDICATORS = /^(?:[#,[\]{}&*!|>'"%@`]|[-?:](?:[ \t]|$)|---|\.\.\.)|:(?:[ \t]|$)|[ \t\n]#/;

interface Traits {
  readonly mayBePlain: boolean;
  readonly mayBeSingle: boolean;
  readonly mayBeLiteral: boolean;
}

function examine(text: string): Traits {
  const isSpecial = SPECIAL.test(text) || text.includes(" \n");
  const hasSpaceAtEnd = text.endsWith(" ");
  return {
    mayBePlain: !isSpecial && !hasSpaceAtEnd && !text.startsWith(" ") && !INDICATORS.test(text),
    mayBeSingle: !isSpecial,
    mayBeLiteral: !isSpecial && !hasSpaceAtEnd,
  };
}

function printLiteral(text: string, indent: number): string {
  checkYamlLength(countLineEnds(text) * indent);
  const hint = text.startsWith(" ") || text.startsWith("\n") ? "2" : "";
  const chomp = !text.endsWith("\n") ? "-" : text === "\n" || text.endsWith("\n\n") ? "+" : "";
  const pad = " ".repeat(indent);
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = body.split("\n").map((line) => (line === "" ? "" : pad + line));
  return `|${hint}${chomp}\n${lines.join("\n")}`;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    count++;
  }
  return count;
}

/** Maximum characters of a YAML text. Indentation can turn a JSON text of 1 MB, nested 1,000 deep, into a gigabyte. */
export const maxPrintedYaml = 64 * 1024 * 1024;

/** Throws a 406 if the text is longer than the maximum. */
export function checkYamlLength(length: number): void {
  if (length > maxPrintedYaml) {
    throw statusNotConvertible(
      `object is more than ${maxPrintedYaml} characters long as YAML: ask for application/json`,
    );
  }
}

function printSingle(text: string, place: YamlStringPlace): string {
  return `'${fold(text.replaceAll("'", "''"), { ...place, column: place.column + 1 })}'`;
}

/** Folds a string into lines; a line break replaces a single space between two other characters. */
function fold(text: string, place: YamlStringPlace): string {
  if (place.isKey === true || place.column + text.length <= WIDTH) {
    return text;
  }
  const pad = `\n${" ".repeat(place.indent)}`;
  let folded = "";
  let { column } = place;
  const words = text.split(" ");
  for (const [i, word] of words.entries()) {
    if (i > 0 && words[i - 1] !== "" && word !== "" && column > WIDTH) {
      folded += pad;
      column = place.indent;
      checkYamlLength(folded.length);
    } else if (i > 0) {
      folded += " ";
      column++;
    }
    folded += word;
    column += countCharacters(word);
  }
  return folded;
}

/** Number of characters; those beyond the basic plane have two code units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    count -= unit >= 0xd800 && unit < 0xdc00 ? 1 : 0;
  }
  return count;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\0", "\\0"],
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\v", "\\v"],
  ["\f", "\\f"],
  ["\r", "\\r"],
  ["\x1b", "\\e"],
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\x85", "\\N"],
  ["\u2028", "\\L"],
  ["\u2029", "\\P"],
]);

function printDouble(text: string, place: YamlStringPlace): string {
  const pad = `\n${" ".repeat(place.indent)}`;
  let printed = '"';
  let column = place.column + 1;
  let isAfterSpace = false;
  let at = 0;
  for (const char of text) {
    at += char.length;
    if (char !== " ") {
      const escaped = isPlainAscii(char) ? char : escapeChar(char);
      printed += escaped;
      column += char === escaped ? 1 : escaped.length;
    } else if (place.isKey !== true && !isAfterSpace && column > WIDTH && at > 1 && at < text.length) {
      const before = text[at] === " " ? "\\" : "";
      printed += pad + before;
      checkYamlLength(printed.length);
      column = place.indent + before.length;
    } else {
      printed += char;
      column++;
    }
    isAfterSpace = char === " ";
  }
  return `${printed}"`;
}

function isPlainAscii(char: string): boolean {
  const code = char.charCodeAt(0);
  return code > 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c;
}

function escapeChar(char: string): string {
  const escaped = ESCAPES.get(char);
  if (escaped !== undefined || !SPECIAL.test(char)) {
    return escaped ?? char;
  }
  const code = char.codePointAt(0) as number;
  const hex = code.toString(16).toUpperCase();
  return code <= 0xff
    ? `\\x${hex.padStart(2, "0")}`
    : code <= 0xffff
      ? `\\u${hex.padStart(4, "0")}`
      : `\\U${hex.padStart(8, "0")}`;
}
