import { maxJsonDepth } from "../json/parse-lossless-json.ts";
import { scanAnchorName } from "./scan-yaml-tag.ts";
import { scanBlockScalar, scanPlain, scanQuoted } from "./scan-yaml-text.ts";
import {
  addYamlItem,
  addYamlPair,
  createYamlList,
  createYamlMap,
  expandYamlAlias,
  NULL_NODE,
  type YamlMap,
  type YamlNode,
} from "./yaml-builder.ts";
import { isBlankOrEnd, isDocumentMark, parserError, scannerError, skipToToken } from "./yaml-cursor.ts";
import {
  bindNode,
  type EntryOffsets,
  isKeyFrom,
  type Properties,
  readProperties,
  SCALAR,
  type YamlReader,
} from "./yaml-reader.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

/**
 * Changes the reader: reads an alias, a scalar or a collection in brackets or braces. Undefined, without a change, if
 * the token is none of these.
 */
export function readContent(reader: YamlReader): YamlNode | undefined {
  const { text, at, flowDepth } = reader;
  switch (text[at]) {
    case "*":
      return readAlias(reader);
    case '"':
    case "'":
      keepScalar(reader, scanQuoted(reader), at);
      reader.isKeyAllowed = false;
      return SCALAR;
    case "[":
    case "{":
      return readFlow(reader);
    case "|":
    case ">":
      if (flowDepth > 0) {
        throw noToken(reader);
      }
      keepScalar(reader, scanBlockScalar(reader), at);
      return SCALAR;
    case "-":
      return isBlankOrEnd(text.charCodeAt(at + 1)) || isDocumentMark(reader) ? undefined : readPlain(reader);
    case "?":
    case ":":
      return flowDepth > 0 || isBlankOrEnd(text.charCodeAt(at + 1)) ? undefined : readPlain(reader);
    case ".":
      return isDocumentMark(reader) ? undefined : readPlain(reader);
    case "%":
      if (at === reader.lineStart) {
        return undefined;
      }
      throw noToken(reader);
    case "@":
    case "`":
    case "\t":
      throw noToken(reader);
    case "]":
    case "}":
    case ",":
    case "&":
    case "!":
    case "#":
    case "\n":
    case "\u2028":
    case "\u2029":
    case undefined:
      return undefined;
    default:
      return readPlain(reader);
  }
}

function readPlain(reader: YamlReader): YamlNode {
  const { at } = reader;
  reader.isKeyAllowed = false;
  keepScalar(reader, scanPlain(reader), at);
  reader.isPlain = true;
  return SCALAR;
}

/** Changes the reader. */
function keepScalar(reader: YamlReader, text: string, at: number): void {
  reader.scalar = text;
  reader.isPlain = false;
  reader.scalarAt = at;
}

function readAlias(reader: YamlReader): YamlNode {
  const { at, depth } = reader;
  const name = scanAnchorName(reader);
  reader.isKeyAllowed = false;
  return expandYamlAlias(reader.builder, name, { at, depth });
}

function noToken(reader: YamlReader): Error {
  return scannerError(reader, "found character that cannot start any token");
}

/** Changes the reader, which is at the bracket or brace that opens the collection. */
function readFlow(reader: YamlReader): YamlNode {
  const isSeq = reader.text[reader.at] === "[";
  enterCollection(reader);
  reader.flowDepth++;
  reader.at++;
  const node = isSeq ? readSeq(reader) : readMap(reader);
  reader.at++;
  reader.flowDepth--;
  reader.depth--;
  reader.isKeyAllowed = false;
  return node;
}

/** Changes the reader. */
export function enterCollection(reader: YamlReader): void {
  if (++reader.depth > maxJsonDepth) {
    throw yamlErrorAt(reader.text, reader.at, "yaml: exceeded max depth", "depth");
  }
}

/** Changes the reader: records the offsets of a collection's entries if the caller needs them. */
export function openOffsets(reader: YamlReader, collection: object): EntryOffsets | undefined {
  if (reader.offsets === undefined) {
    return undefined;
  }
  const offsets: EntryOffsets = new Map();
  reader.offsets.set(collection, offsets);
  return offsets;
}

function readSeq(reader: YamlReader): YamlNode {
  const list = createYamlList(reader.builder);
  const offsets = openOffsets(reader, list.items);
  while (nextEntry(reader, "]", list.items.length === 0)) {
    const { at } = reader;
    offsets?.set(list.items.length, at);
    addYamlItem(reader.builder, list, readItem(reader), at);
  }
  return { kind: "seq", value: list.items, items: list.nodes };
}

function readMap(reader: YamlReader): YamlNode {
  const map = createYamlMap(reader.builder);
  const pairs: FlowPairs = { map, offsets: openOffsets(reader, map.object), closing: "}" };
  for (let isFirst = true; nextEntry(reader, "}", isFirst); isFirst = false) {
    const keyAt = reader.at;
    readPair(reader, pairs, keyAt, readKey(reader, "}"));
  }
  return { kind: "map", value: map.object, entries: map.entries };
}

/** Changes the reader: goes to the next entry. False at the end of the collection. */
function nextEntry(reader: YamlReader, closing: string, isFirst: boolean): boolean {
  skipToToken(reader);
  if (!isFirst && reader.text[reader.at] !== closing) {
    if (reader.text[reader.at] !== ",") {
      throw parserError(reader, `did not find expected ',' or '${closing}'`);
    }
    reader.at++;
    skipToToken(reader);
  }
  return reader.text[reader.at] !== closing;
}

interface FlowPairs {
  readonly map: YamlMap;
  readonly offsets: EntryOffsets | undefined;
  readonly closing: string;
}

interface FlowKey {
  readonly node: YamlNode;
  /** Not just an entry of its own, without a value. */
  readonly isKey: boolean;
}

/** Changes the reader: moves to the token after the node. */
function readKey(reader: YamlReader, closing: string): FlowKey {
  const start = reader.at;
  if (reader.text[start] === "?") {
    reader.at++;
    skipToToken(reader);
    const isEmpty = isEnd(reader, closing) || reader.text[reader.at] === ":";
    const node = isEmpty ? NULL_NODE : readNode(reader);
    skipToToken(reader);
    return { node, isKey: true };
  }
  const node = readNode(reader);
  skipToToken(reader);
  return { node, isKey: reader.text[reader.at] === ":" && isKeyFrom(reader, start) };
}

/** Changes the reader and the map. */
function readPair(reader: YamlReader, { map, offsets, closing }: FlowPairs, keyAt: number, key: FlowKey): void {
  let value = NULL_NODE;
  let valueAt = reader.at;
  if (key.isKey && reader.text[reader.at] === ":") {
    reader.at++;
    skipToToken(reader);
    if (!isEnd(reader, closing)) {
      valueAt = reader.at;
      value = readNode(reader);
    }
  }
  const name = addYamlPair(reader.builder, map, { key: key.node, value, keyAt, valueAt });
  if (name !== undefined && offsets?.has(name) === false) {
    offsets.set(name, keyAt);
  }
}

function isEnd({ text, at }: YamlReader, closing: string): boolean {
  return text[at] === "," || text[at] === closing;
}

/** Changes the reader. An item of a list in brackets may be a map of one pair, without braces. */
function readItem(reader: YamlReader): YamlNode {
  const keyAt = reader.at;
  const key = readKey(reader, "]");
  if (!key.isKey) {
    return key.node;
  }
  enterCollection(reader);
  const map = createYamlMap(reader.builder);
  readPair(reader, { map, offsets: openOffsets(reader, map.object), closing: "]" }, keyAt, key);
  reader.depth--;
  return { kind: "map", value: map.object, entries: map.entries };
}

/** Changes the reader. */
function readNode(reader: YamlReader): YamlNode {
  let properties: Properties | undefined;
  for (let before: Properties | undefined; ; before = properties) {
    properties = readProperties(reader, before);
    if (properties === before) {
      break;
    }
    skipToToken(reader);
  }
  const isAlias = reader.text[reader.at] === "*";
  const content = isAlias && properties !== undefined ? undefined : readContent(reader);
  if (content === undefined && properties === undefined) {
    throw parserError(reader, "did not find expected node content");
  }
  return bindNode(reader, properties, content);
}
