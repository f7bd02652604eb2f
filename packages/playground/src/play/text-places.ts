import { YamlSyntaxError } from "@kiln/api";
import { createYamlLocator, parseYamlDocuments, type YamlDocumentValue, type YamlPath } from "@kiln/api/yaml";
import { placeYamlFault } from "@kiln/lint";
import type { Notice, TextRange } from "./outcome.ts";

/** Index from line and column to offsets in a text. */
export interface TextLinesIndex {
  /** Offset of a line and column, both counted from 1; positions outside the text are clamped. */
  offsetOf(line: number, column: number): number;
}

export function indexLines(text: string): TextLinesIndex {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return {
    offsetOf: (line, column) => {
      const start = starts[Math.min(line, starts.length) - 1] ?? 0;
      return Math.min(start + column - 1, text.length);
    },
  };
}

/** One document of a text, with the ranges of its fields. */
export interface PlacedDocument extends YamlDocumentValue {
  /** Range of a field with its value; of the nearest enclosing field if there is none at the path. */
  rangeOf(path: YamlPath): TextRange;
  /** Range of the field's key. */
  keyRangeOf(path: YamlPath): TextRange;
  /** Line of a field, counted from 1; undefined if there is no such field. */
  lineOf(path: YamlPath): number | undefined;
}

/** Documents of a text that are not empty; a notice with the reason if the text cannot be parsed. */
export function readDocuments(text: string): readonly PlacedDocument[] | Notice {
  const lines = indexLines(text);
  try {
    return parseYamlDocuments(text, { maxBytes: Number.POSITIVE_INFINITY })
      .filter(({ value }) => value !== null)
      .map((document) => placeDocument(text, lines, document));
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    const { line, column, message } = placeYamlFault(text, error);
    const at = lines.offsetOf(line, column);
    const from = Math.min(at, Math.max(text.length - 1, 0));
    return { kind: "error", text: message, field: "", range: { from, to: Math.max(endOfLine(text, from), from) } };
  }
}

export function isNotice(read: readonly PlacedDocument[] | Notice): read is Notice {
  return !Array.isArray(read);
}

function placeDocument(text: string, lines: TextLinesIndex, document: YamlDocumentValue): PlacedDocument {
  const locate = createYamlLocator(text, document.line);
  const startOf = (path: YamlPath) => {
    const { line, column } = locate(path).at(-1) ?? { line: document.line, column: 1 };
    return lines.offsetOf(line, column);
  };
  return {
    ...document,
    rangeOf: (path) => {
      const from = startOf(path);
      return { from, to: endOfField(text, from) };
    },
    keyRangeOf: (path) => {
      const from = startOf(path);
      return { from, to: endOfKey(text, from) };
    },
    lineOf: (path) => {
      const places = locate(path);
      return places.length === path.length + 1 ? places.at(-1)?.line : undefined;
    },
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function endOfKey(text: string, from: number): number {
  const end = endOfLine(text, from);
  const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^:,{}[\]#]+)/.exec(text.slice(from, Math.min(end, from + 600)));
  return from + Math.max((key?.[0] ?? "").trimEnd().length, Math.min(1, end - from));
}

/** End of the field that starts at an offset: after its last line with deeper indentation, or after its flow value. */
function endOfField(text: string, from: number): number {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  if (/[{[]/.test(text.slice(lineStart, from))) {
    return endOfFlow(text, from);
  }
  const column = from - lineStart;
  let end = endOfLine(text, from);
  for (let next = end + 1; next < text.length; ) {
    const close = endOfLine(text, next);
    const line = text.slice(next, close);
    const indent = line.search(/\S/);
    const isBelow = indent > column || (indent === column && /^\s*-(\s|$)/.test(line) && !isDash(text, from));
    if (indent >= 0 && !isBelow) {
      break;
    }
    end = indent < 0 ? end : close;
    next = close + 1;
  }
  return from + text.slice(from, end).trimEnd().length;
}

function isDash(text: string, from: number): boolean {
  return /^-(\s|$)/.test(text.slice(from, from + 2));
}

function endOfFlow(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const each = text[at] as string;
    if (each === '"' || each === "'") {
      const close = text.indexOf(each, at + 1);
      at = close < 0 ? text.length : close;
    } else if ("{[".includes(each)) {
      depth++;
    } else if ("}]".includes(each) || (each === "," && depth === 0)) {
      if (depth === 0) {
        return from + text.slice(from, at).trimEnd().length;
      }
      depth--;
    }
  }
  return text.length;
}
