import { asObject, asText } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import type { ManifestText } from "./manifest.ts";

/** Line breaks of YAML other than "\n" and "\r\n", and directives, which apply to the document after them. */
const UNUSUAL = /\r(?!\n)|[\u0085\u2028\u2029]|^%/m;

/**
 * Splits a long text into parts with whole objects: between YAML documents, or between the items of a JSON List that
 * begin on lines of their own. A text that cannot be split is returned whole.
 */
export function splitText(source: ManifestText, partLength: number): ManifestText[] {
  const { text } = source;
  if (text.length <= partLength || UNUSUAL.test(text)) {
    return [source];
  }
  return /^\s*\{/.test(text) ? splitList(source, partLength) : splitDocuments(source, partLength);
}

function splitDocuments({ file, text, linesBefore }: ManifestText, partLength: number): ManifestText[] {
  const parts: ManifestText[] = [];
  let line = linesBefore;
  let start = 0;
  while (start < text.length) {
    const end = findMarker(text, start + partLength);
    parts.push({ file, text: text.slice(start, end), linesBefore: line });
    line += countLines(text, start, end);
    start = end;
  }
  return parts;
}

/** Start of the first document separator at or after an index, or the end of the text. */
function findMarker(text: string, from: number): number {
  for (let at = text.indexOf("\n---", from); at >= 0; at = text.indexOf("\n---", at + 1)) {
    if (/\s/.test(text[at + 4] ?? "\n")) {
      return at + 1;
    }
  }
  return text.length;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    count++;
  }
  return count;
}

/** First line of each part of a List but the first; the items follow on the lines after it, and a null, which is no object. */
const HEAD = '{"kind":"List","items":[\n';

function splitList(source: ManifestText, partLength: number): ManifestText[] {
  const { file, text, linesBefore } = source;
  const items = scanItems(text, partLength);
  if (items === undefined || items.cuts.length === 0 || !isList(text.slice(0, items.open) + text.slice(items.close))) {
    return [source];
  }
  const { cuts, close } = items;
  // The comma stays, so that every line is as in the file.
  const upTo = (index: number, from: number) => {
    const cut = cuts[index];
    return cut === undefined ? text.slice(from, close) : `${text.slice(from, cut.comma + 1)}\nnull`;
  };
  const parts: ManifestText[] = [{ file, text: upTo(0, 0) + text.slice(close), linesBefore }];
  let line = linesBefore;
  let counted = 0;
  for (const [i, { lineStart }] of cuts.entries()) {
    line += countLines(text, counted, lineStart);
    counted = lineStart;
    parts.push({ file, text: `${HEAD}${upTo(i + 1, lineStart)}]}`, linesBefore: line - 1 });
  }
  return parts;
}

/** Whether the text is one List without items, whose keys occur once. */
function isList(text: string): boolean {
  try {
    const [document, ...others] = parseYamlDocuments(text, { maxBytes: Number.POSITIVE_INFINITY });
    const { kind, items } = asObject(document?.value);
    const isEmpty = Array.isArray(items) && items.length === 0;
    return others.length === 0 && document?.duplicates.length === 0 && asText(kind).endsWith("List") && isEmpty;
  } catch {
    return false;
  }
}

interface Cut {
  /** Index of the comma between two items. */
  readonly comma: number;
  /** Start of the line after it. */
  readonly lineStart: number;
}

interface ScannedItems {
  /** Index after the opening bracket of `items`. */
  readonly open: number;
  /** Index of its closing bracket. */
  readonly close: number;
  readonly cuts: readonly Cut[];
}

const ITEMS = /"items"\s*:\s*\[/y;
const LINE_END = /,[ \t\r]*\n/y;

/** Finds the brackets of `items` in a JSON object, and a line break between two items in each part of that length. */
function scanItems(text: string, partLength: number): ScannedItems | undefined {
  const cuts: Cut[] = [];
  let open: number | undefined;
  let depth = 0;
  let nextCut = partLength;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = depth === 1 ? matchAt(ITEMS, text, at) : undefined;
        if (end === undefined) {
          at = endOfString(text, at);
        } else {
          open = end;
          depth++;
          at = end - 1;
        }
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        if (depth === 1 && open !== undefined) {
          return { open, close: at, cuts };
        }
        break;
      case COMMA: {
        const lineStart = depth === 2 && open !== undefined && at >= nextCut ? matchAt(LINE_END, text, at) : undefined;
        if (lineStart !== undefined) {
          cuts.push({ comma: at, lineStart });
          nextCut = at + partLength;
        }
      }
    }
  }
  return undefined;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const BACKSLASH = 92;

/** End of the match of a sticky expression at an index. */
function matchAt(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** Index of the closing quote of a JSON string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) {
      backslashes++;
    }
    if (backslashes % 2 === 0) {
      return at;
    }
  }
  return text.length;
}
