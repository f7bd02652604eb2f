import type { JsonValue } from "../value/json-value.ts";
import { peekBlock, readBlockNode } from "./read-yaml-block.ts";
import { readContent } from "./read-yaml-flow.ts";
import { scanAnchorName, scanDirectives } from "./scan-yaml-tag.ts";
import { createYamlBuilder, lineAt, NULL_NODE, toYamlValue, type YamlBuilder } from "./yaml-builder.ts";
import { createYamlCursor, isDocumentMark, parserError, skipToToken, type YamlCursor } from "./yaml-cursor.ts";
import type { EntryOffsets, YamlReader } from "./yaml-reader.ts";
import { readProperties, skipBlanks } from "./yaml-reader.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

export interface YamlDocument {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  /** One text for each key given again in its map. */
  readonly duplicates: readonly string[];
  /** Offset of the content. */
  readonly at: number;
  /** Line of the content, from 1. */
  readonly line: number;
  /** No content at all, as between two `---`. */
  readonly isEmpty: boolean;
  /** By collection, if they were requested. */
  readonly offsets: ReadonlyMap<object, EntryOffsets> | undefined;
}

export interface ReadYamlOptions {
  readonly keepsOffsets?: boolean;
}

/**
 * Reads the documents of a text from {@link decodeYamlText} as Kubernetes does: the YAML 1.1 of go-yaml v2, by its rules of scanning. Takes linear time. A
 * document is read when it is requested, so that taking the first reads no more than that.
 */
export function* readYaml(text: string, options: ReadYamlOptions = {}): Generator<YamlDocument, void, undefined> {
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) {
    throw yamlErrorAt(text, forbidden.index, "yaml: control characters are not allowed");
  }
  let cursor = createYamlCursor(text);
  let builder: YamlBuilder | undefined;
  while (openDocument(cursor, builder === undefined)) {
    const reader = createReader(cursor, builder, options);
    yield readDocument(reader);
    cursor = reader;
    builder = reader.builder;
  }
}

const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Changes the cursor: goes to the directives or the content of the next document. False if there is none. */
function openDocument(cursor: YamlCursor, isFirst: boolean): boolean {
  skipToToken(cursor);
  while (!isFirst && isDocumentMark(cursor) && cursor.text[cursor.at] === ".") {
    skipMark(cursor);
    skipToToken(cursor);
  }
  return cursor.at < cursor.text.length;
}

/** Changes the cursor: moves past the `---` or `...`. */
function skipMark(cursor: YamlCursor): void {
  cursor.at += 3;
  cursor.isKeyAllowed = false;
}

/** Changes the cursor: goes to the content. */
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
  };
}

/** Changes the reader: moves past the document. */
function readDocument(reader: YamlReader): YamlDocument {
  const { builder, offsets } = reader;
  const isEmpty = peekBlock(reader) === "end";
  const { at } = reader;
  const line = lineAt(builder, at);
  const node = isEmpty ? NULL_NODE : readBlockNode(reader, "document");
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
  return { value, hasBigInts, duplicates, at, line, isEmpty, offsets };
}

/** Throws if the token cannot be scanned, or if its colon turns the content of the same line into a key. */
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
