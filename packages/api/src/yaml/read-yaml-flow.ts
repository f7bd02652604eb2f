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
  type YamlPair,
} from "./yaml-builder.ts";
import { isBlankOrEnd, isDocumentMark, parserError, scannerError, skipToToken } from "./yaml-cursor.ts";
import {
  bindNode,
  type EntryOffsets,
  endsSlice,
  isKeyFrom,
  isReading,
  type NodeOrReading,
  type Properties,
  type Reading,
  readProperties,
  SCALAR,
  type YamlReader,
} from "./yaml-reader.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

/** Whether a collection in brackets or braces starts at the cursor, for {@link readFlow}. */
export function isAtFlow({ text, at }: YamlReader): boolean {
  const code = text.charCodeAt(at);
  return code === 0x5b || code === 0x7b;
}

/** Reads an alias or a scalar; undefined if the token is neither, and the reader is then unchanged. */
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
    case "[":
    case "{":
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

/** Keeps the text of a scalar in the reader until its tag is known. */
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

/** Reads a collection from its opening bracket or brace. */
export function readFlow(reader: YamlReader): Reading<YamlNode> {
  const isSeq = reader.text[reader.at] === "[";
  enterCollection(reader);
  reader.flowDepth++;
  reader.at++;
  return isSeq ? readSeq(reader) : readMap(reader);
}

/** Moves past the closing bracket or brace of the collection. */
function leaveFlow(reader: YamlReader): void {
  reader.at++;
  reader.flowDepth--;
  reader.depth--;
  reader.isKeyAllowed = false;
}

/** Counts one more level of nesting; throws if it is too deep. */
export function enterCollection(reader: YamlReader): void {
  if (++reader.depth > maxJsonDepth) {
    throw yamlErrorAt(reader.text, reader.at, "yaml: exceeded max depth", "depth");
  }
}

/** Creates the offsets of a collection's entries, if the caller needs them. */
export function openOffsets(reader: YamlReader, collection: object): EntryOffsets | undefined {
  if (reader.offsets === undefined) {
    return undefined;
  }
  const offsets: EntryOffsets = new Map();
  reader.offsets.set(collection, offsets);
  return offsets;
}

function* readSeq(reader: YamlReader): Reading<YamlNode> {
  const list = createYamlList(reader.builder);
  const offsets = openOffsets(reader, list.items);
  while (nextEntry(reader, "]", list.items.length === 0)) {
    const { at } = reader;
    offsets?.set(list.items.length, at);
    const isExplicit = openKey(reader);
    const read = isEmptyKey(reader, isExplicit, "]") ? NULL_NODE : readNode(reader);
    let item = isReading(read) ? ((yield read) as YamlNode) : read;
    skipToToken(reader);
    if (isExplicit || isKey(reader, at)) {
      item = (yield readPairAsMap(reader, item, at)) as YamlNode;
    }
    addYamlItem(reader.builder, list, item, at);
    if (endsSlice(reader)) {
      yield;
    }
  }
  leaveFlow(reader);
  return { kind: "seq", value: list.items, items: list.nodes };
}

/** Reads an item of a list in brackets, which may be a map of one pair without braces. */
function* readPairAsMap(reader: YamlReader, key: YamlNode, keyAt: number): Reading<YamlNode> {
  enterCollection(reader);
  const map = createYamlMap(reader.builder);
  const offsets = openOffsets(reader, map.object);
  const { at } = reader;
  const valueAt = openValue(reader, "]");
  const read = valueAt === undefined ? NULL_NODE : readNode(reader);
  const value = isReading(read) ? ((yield read) as YamlNode) : read;
  addPair(reader, { map, offsets }, { key, value, keyAt, valueAt: valueAt ?? at });
  reader.depth--;
  return { kind: "map", value: map.object, entries: map.entries };
}

function* readMap(reader: YamlReader): Reading<YamlNode> {
  const map = createYamlMap(reader.builder);
  const pairs = { map, offsets: openOffsets(reader, map.object) };
  for (let isFirst = true; nextEntry(reader, "}", isFirst); isFirst = false) {
    const keyAt = reader.at;
    const isExplicit = openKey(reader);
    const readKey = isEmptyKey(reader, isExplicit, "}") ? NULL_NODE : readNode(reader);
    const key = isReading(readKey) ? ((yield readKey) as YamlNode) : readKey;
    skipToToken(reader);
    const { at } = reader;
    const valueAt = isExplicit || isKey(reader, keyAt) ? openValue(reader, "}") : undefined;
    const readValue = valueAt === undefined ? NULL_NODE : readNode(reader);
    const value = isReading(readValue) ? ((yield readValue) as YamlNode) : readValue;
    addPair(reader, pairs, { key, value, keyAt, valueAt: valueAt ?? at });
    if (endsSlice(reader)) {
      yield;
    }
  }
  leaveFlow(reader);
  return { kind: "map", value: map.object, entries: map.entries };
}

/** Moves to the next entry; false at the end of the collection. */
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

/** Moves past the question mark of an explicit key, if there is one. */
function openKey(reader: YamlReader): boolean {
  if (reader.text[reader.at] !== "?") {
    return false;
  }
  reader.at++;
  skipToToken(reader);
  return true;
}

function isEmptyKey(reader: YamlReader, isExplicit: boolean, closing: string): boolean {
  return isExplicit && (isEnd(reader, closing) || reader.text[reader.at] === ":");
}

/** Whether a colon follows the node that starts at `start`; otherwise it is an entry without a value. */
function isKey(reader: YamlReader, start: number): boolean {
  return reader.text[reader.at] === ":" && isKeyFrom(reader, start);
}

/** Moves to the value of a key and returns its offset; undefined if there is none. */
function openValue(reader: YamlReader, closing: string): number | undefined {
  if (reader.text[reader.at] !== ":") {
    return undefined;
  }
  reader.at++;
  skipToToken(reader);
  return isEnd(reader, closing) ? undefined : reader.at;
}

interface FlowPairs {
  readonly map: YamlMap;
  readonly offsets: EntryOffsets | undefined;
}

/** Adds the key and its value to the map. */
function addPair({ builder }: YamlReader, { map, offsets }: FlowPairs, pair: YamlPair): void {
  const name = addYamlPair(builder, map, pair);
  if (name !== undefined && offsets?.has(name) === false) {
    offsets.set(name, pair.keyAt);
  }
}

function isEnd({ text, at }: YamlReader, closing: string): boolean {
  return text[at] === "," || text[at] === closing;
}

/** Reads a node, with its anchor and tag. */
function readNode(reader: YamlReader): NodeOrReading {
  let properties: Properties | undefined;
  for (let before: Properties | undefined; ; before = properties) {
    properties = readProperties(reader, before);
    if (properties === before) {
      break;
    }
    skipToToken(reader);
  }
  if (isAtFlow(reader)) {
    return properties === undefined ? readFlow(reader) : readNamedFlow(reader, properties);
  }
  const isAlias = reader.text[reader.at] === "*";
  const content = isAlias && properties !== undefined ? undefined : readContent(reader);
  if (content === undefined && properties === undefined) {
    throw parserError(reader, "did not find expected node content");
  }
  return bindNode(reader, properties, content);
}

function* readNamedFlow(reader: YamlReader, properties: Properties): Reading<YamlNode> {
  return bindNode(reader, properties, (yield readFlow(reader)) as YamlNode);
}
