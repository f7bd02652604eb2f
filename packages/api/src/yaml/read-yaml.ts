import type { JsonValue } from "../value/json-value.ts";
import { peekBlock, readBlockNode } from "./read-yaml-block.ts";
import { readContent } from "./read-yaml-flow.ts";
import { scanAnchorName, scanDirectives } from "./scan-yaml-tag.ts";
import { createYamlBuilder, lineAt, NULL_NODE, toYamlValue, type YamlBuilder, type YamlNode } from "./yaml-builder.ts";
import { createYamlCursor, isDocumentMark, parserError, skipToToken, type YamlCursor } from "./yaml-cursor.ts";
import {
  type EntryOffsets,
  isReading,
  type Reading,
  readProperties,
  runReading,
  SLICE_ENTRIES,
  skipBlanks,
  type YamlReader,
} from "./yaml-reader.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

export interface YamlDocument {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  /** Errors about duplicate keys, one each. */
  readonly duplicates: readonly string[];
  /** Offset of its directives or of the `---`, if it has them, otherwise of the content. */
  readonly start: number;
  /** Offset of the content in the text. */
  readonly at: number;
  /** Offset behind the content. */
  readonly end: number;
  /** Line of the content, from 1. */
  readonly line: number;
  /** True for a document without content, as between two `---`. */
  readonly isEmpty: boolean;
  /** Offsets of entries by collection, if they were requested. */
  readonly offsets: ReadonlyMap<object, EntryOffsets> | undefined;
}

export interface ReadYamlOptions {
  readonly keepsOffsets?: boolean;
}

/**
 * Reads the documents of a text from {@link decodeYamlText} as Kubernetes does: the YAML 1.1 of go-yaml v2, with its
 * scanning rules, in linear time. A document is read when it is requested, so that only the requested documents cost
 * time.
 */
export function* readYaml(text: string, options: ReadYamlOptions = {}): Generator<YamlDocument, void, undefined> {
  for (const document of readYamlSlices(text, options)) {
    if (document !== undefined) {
      yield document;
    }
  }
}

/** {@link readYaml} with undefined between slices of long work. */
export function* readYamlSlices(
  text: string,
  options: ReadYamlOptions = {},
): Generator<YamlDocument | undefined, void, undefined> {
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) {
    throw yamlErrorAt(text, forbidden.index, "yaml: control characters are not allowed");
  }
  let cursor = createYamlCursor(text);
  let builder: YamlBuilder | undefined;
  while (openDocument(cursor, builder === undefined)) {
    const start = cursor.at;
    const reader = createReader(cursor, builder, options);
    yield yield* runReading(readDocument(reader, start));
    cursor = reader;
    builder = reader.builder;
  }
}

const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Moves to the directives or the content of the next document; false if there is none. */
function openDocument(cursor: YamlCursor, isFirst: boolean): boolean {
  skipToToken(cursor);
  while (!isFirst && isDocumentMark(cursor) && cursor.text[cursor.at] === ".") {
    skipMark(cursor);
    skipToToken(cursor);
  }
  return cursor.at < cursor.text.length;
}

/** Moves past `---` or `...`. */
function skipMark(cursor: YamlCursor): void {
  cursor.at += 3;
  cursor.isKeyAllowed = false;
}

/** Creates the reader of a document, at its content. */
function createReader(
  cursor: YamlCursor,
  before: YamlBuilder | undefined,
  { keepsOffsets = false }: ReadYamlOptions,
): YamlReader {
  const isDirective = cursor.at === cursor.lineStart && cursor.text[cursor.at] === "%";
  const isStart = isDocumentMark(cursor) && cursor.text[cursor.at] === "-";
  const handles = scanDirectives(cursor);
  if (isDirective || isStart || before !== undefined) {
    if (!isDocumentMark(cursor) || cursor.text[cursor.at] !== "-") {
      throw parserError(cursor, "did not find expected <document start>");
    }
    skipMark(cursor);
  } else if (isDocumentMark(cursor)) {
    throw parserError(cursor, "did not find expected node content");
  }
  return {
    text: cursor.text,
    at: cursor.at,
    lineStart: cursor.lineStart,
    indent: -1,
    flowDepth: 0,
    isKeyAllowed: cursor.isKeyAllowed,
    builder: createYamlBuilder(cursor.text, before),
    handles,
    depth: 0,
    nodeAt: cursor.at,
    scalar: "",
    isPlain: true,
    scalarAt: cursor.at,
    offsets: keepsOffsets ? new Map() : undefined,
    sliceLeft: SLICE_ENTRIES,
  };
}

/** Reads a document and moves past it. */
function* readDocument(reader: YamlReader, start: number): Reading<YamlDocument> {
  const { builder, offsets } = reader;
  const isEmpty = peekBlock(reader) === "end";
  const { at } = reader;
  const line = lineAt(builder, at);
  const read = isEmpty ? NULL_NODE : readBlockNode(reader, "document");
  const node = isReading(read) ? ((yield read) as YamlNode) : read;
  const value = toYamlValue(builder, node, at);
  // Kubernetes: the token after a document is scanned, and ignored if it scans (yaml/v2/yaml.go unmarshal, v1.36).
  if (peekBlock(reader) === "content") {
    checkTrailer(reader, at);
  } else if (isDocumentMark(reader) && reader.text[reader.at] === ".") {
    skipMark(reader);
  }
  if (builder.error !== undefined) {
    throw builder.error;
  }
  const { hasBigInts, duplicates } = builder;
  return { value, hasBigInts, duplicates, start, at, end: reader.at, line, isEmpty, offsets };
}

/** Throws if the token after a document cannot be scanned, or if its colon makes the content of the same line a key. */
function checkTrailer(reader: YamlReader, contentAt: number): void {
  const rest = { ...reader, builder: createYamlBuilder(reader.text, reader.builder) };
  const char = rest.text[rest.at];
  if (char === "*") {
    scanAnchorName(rest);
  } else if (char !== "[" && char !== "{" && readProperties(rest) === undefined) {
    readContent(rest);
  }
  skipBlanks(rest);
  if (contentAt >= rest.lineStart && rest.text[rest.at] === ":") {
    throw parserError(reader, "did not find expected key");
  }
}
