import { enterCollection, isAtFlow, openOffsets, readContent, readFlow } from "./read-yaml-flow.ts";
import { scanDirective } from "./scan-yaml-tag.ts";
import {
  addYamlItem,
  addYamlPair,
  createYamlList,
  createYamlMap,
  NULL_NODE,
  type YamlList,
  type YamlNode,
} from "./yaml-builder.ts";
import {
  COLON,
  endOfLine,
  isBlankOrEnd,
  isDocumentMark,
  missingColonError,
  parserError,
  SPACE,
  scannerError,
  skipToToken,
} from "./yaml-cursor.ts";
import {
  bindNode,
  endsSlice,
  isKeyFrom,
  isReading,
  joinProperties,
  type NodeOrReading,
  type Properties,
  type Reading,
  readProperties,
  skipBlanks,
  type YamlReader,
} from "./yaml-reader.ts";

/** Next token of block style: the end of the innermost collection, an indicator, or content. */
type Token = "end" | "-" | "?" | ":" | "content";

const INDICATORS = {
  "-": "block sequence entries are not allowed in this context",
  "?": "mapping keys are not allowed in this context",
  ":": "mapping values are not allowed in this context",
} as const;

/** Moves to the next token and returns its type. */
export function peekBlock(reader: YamlReader): Token {
  skipToToken(reader);
  const { text, at, lineStart, indent } = reader;
  if (at - lineStart < indent || at === text.length) {
    return "end";
  }
  const char = text[at];
  if ((char === "-" || char === "?" || char === ":") && isBlankOrEnd(text.charCodeAt(at + 1))) {
    if (!reader.isKeyAllowed) {
      throw scannerError(reader, INDICATORS[char]);
    }
    return char;
  }
  if (at === lineStart && char === "%") {
    scanDirective({ ...reader });
    return "end";
  }
  return at === lineStart && isDocumentMark(reader) ? "end" : "content";
}

/** Context of a node, which determines whether it may be empty. */
type Owner = "document" | "seq" | "map" | "seq without indentation";

/** Reads a node after its indicator. */
export function readBlockNode(reader: YamlReader, owner: Owner): NodeOrReading {
  reader.nodeAt = reader.at;
  let properties: Properties | undefined;
  for (;;) {
    const token = peekBlock(reader);
    const column = reader.at - reader.lineStart;
    if (properties === undefined && token !== "end") {
      reader.nodeAt = reader.at;
    }
    const started = { nodeAt: reader.nodeAt, properties };
    const isInside = column > reader.indent;
    if (token === "-" && (isInside || owner === "map")) {
      return isInside ? readSeq(reader, started) : readSeqOfMap(reader, started);
    }
    if ((token === "?" || token === ":") && isInside) {
      return readMap(reader, started, column);
    }
    // In the column of the collection there can only be its keys, and a block scalar is no key.
    if (token !== "content" || !(isInside || isBlockScalar(reader, reader.at))) {
      checkEmpty(reader, { owner, token, properties });
      return bindNode(reader, properties, undefined);
    }
    const isStrayAlias = properties !== undefined && reader.text[reader.at] === "*" && !reader.isKeyAllowed;
    const start = openItem(reader, column);
    if (!isStrayAlias && isAtFlow(reader)) {
      return readFlowItem(reader, started, start);
    }
    const item = isStrayAlias ? NO_ITEM : closeItem(reader, start, undefined);
    const node = toNode(reader, { started, start, item });
    if (node !== undefined) {
      return node;
    }
    properties = joinProperties(properties, item.properties);
  }
}

interface ReadItem {
  readonly started: Started;
  readonly start: ItemStart;
  readonly item: LineItem;
}

/** Reads the node of an item; undefined if the item has only an anchor or tag, and the node is on the next line. */
function toNode(reader: YamlReader, { started, start, item }: ReadItem): NodeOrReading | undefined {
  const { properties } = started;
  if (item.isKey) {
    return readMap(reader, started, start.column, item);
  }
  const joined = joinProperties(properties, item.properties);
  const isJoined = joined !== undefined || properties === undefined;
  if (item.content !== undefined && isJoined) {
    return bindNode(reader, joined, item.content);
  }
  if (item.properties !== undefined && isJoined) {
    return undefined;
  }
  Object.assign(reader, { at: start.at, lineStart: start.lineStart });
  checkEmpty(reader, { owner: "document", token: "content", properties });
  return bindNode(reader, properties, undefined);
}

/** Reads an item that starts with a collection in brackets or braces, which may be a key. */
function* readFlowItem(reader: YamlReader, started: Started, start: ItemStart): Reading<YamlNode> {
  const flow = (yield readFlow(reader)) as YamlNode;
  const node = toNode(reader, { started, start, item: closeItem(reader, start, flow) }) as NodeOrReading;
  return isReading(node) ? ((yield node) as YamlNode) : node;
}

const NO_ITEM: LineItem = { properties: undefined, content: undefined, isKey: false, at: 0 };

interface Started {
  readonly nodeAt: number;
  readonly properties: Properties | undefined;
}

/** Ends a collection, and sets it as the last node, in place of a node inside it. */
function finish(reader: YamlReader, { nodeAt, properties }: Started, node: YamlNode): YamlNode {
  reader.nodeAt = nodeAt;
  return bindNode(reader, properties, node);
}

function isBlockScalar({ text }: YamlReader, at: number): boolean {
  return text[at] === "|" || text[at] === ">";
}

interface EmptyNode {
  readonly owner: Owner;
  readonly token: Token;
  readonly properties: Properties | undefined;
}

/** Throws if the node must not be empty. */
function checkEmpty(reader: YamlReader, { owner, token, properties }: EmptyNode): void {
  const isOptional = token === "end" || (owner === "seq" ? token === "-" : owner !== "document");
  if (properties === undefined && !isOptional) {
    throw parserError(reader, "did not find expected node content");
  }
}

/** Part of a line: anchor, tag and content, some of which may be missing. */
interface LineItem {
  readonly properties: Properties | undefined;
  readonly content: YamlNode | undefined;
  /** True if a colon follows, so that the item is the key of a map. */
  readonly isKey: boolean;
  readonly at: number;
}

/** Start of an item whose properties were read. */
interface ItemStart {
  readonly at: number;
  readonly lineStart: number;
  readonly column: number;
  readonly isKeyAllowed: boolean;
  readonly properties: Properties | undefined;
}

/** Moves to the content of the item. */
function openItem(reader: YamlReader, column: number): ItemStart {
  const { at, lineStart, isKeyAllowed } = reader;
  return { at, lineStart, column, isKeyAllowed, properties: readProperties(reader) };
}

/** Moves past the item, or to its colon if it is a key. `flow` is its content, if that is in brackets or braces. */
function closeItem(reader: YamlReader, start: ItemStart, flow: YamlNode | undefined): LineItem {
  const { at, lineStart, column, isKeyAllowed, properties } = start;
  const isAlias = reader.text[reader.at] === "*" && properties !== undefined;
  const content = flow ?? (isAlias ? undefined : readContent(reader));
  if (content !== undefined) {
    skipBlanks(reader);
  }
  const isColon = reader.text[reader.at] === ":" && isBlankOrEnd(reader.text.charCodeAt(reader.at + 1));
  const isKey = isColon && isKeyAllowed && isKeyFrom(reader, at) && reader.lineStart === lineStart;
  if (isColon && !isKey && !reader.isKeyAllowed) {
    throw scannerError(reader, INDICATORS[":"]);
  }
  const isLost = !isKey && isKeyAllowed && column === reader.indent && !isBlockScalar(reader, at);
  if (isLost && (content !== undefined || properties !== undefined)) {
    skipToToken(reader);
    throw missingColonError(reader);
  }
  return { properties, content, isKey, at };
}

function* readSeq(reader: YamlReader, started: Started): Reading<YamlNode> {
  const outer = reader.indent;
  reader.indent = reader.at - reader.lineStart;
  const list = createYamlList(reader.builder);
  const offsets = openOffsets(reader, list.items);
  enterCollection(reader);
  for (let token = peekBlock(reader); token !== "end"; token = peekBlock(reader)) {
    if (token !== "-" || reader.at - reader.lineStart > reader.indent) {
      throw parserError(reader, "did not find expected '-' indicator");
    }
    const at = openSeqItem(reader);
    const item = readLineScalar(reader) ?? readBlockNode(reader, "seq");
    addSeqItem(reader, list, at, isReading(item) ? ((yield item) as YamlNode) : item);
    offsets?.set(list.items.length - 1, reader.nodeAt);
    if (endsSlice(reader)) {
      yield;
    }
  }
  reader.depth--;
  reader.indent = outer;
  return finish(reader, started, { kind: "seq", value: list.items, items: list.nodes });
}

/** Reads a list in the same column as its key. */
function* readSeqOfMap(reader: YamlReader, started: Started): Reading<YamlNode> {
  const list = createYamlList(reader.builder);
  const offsets = openOffsets(reader, list.items);
  enterCollection(reader);
  while (peekBlock(reader) === "-" && reader.at - reader.lineStart === reader.indent) {
    const at = openSeqItem(reader);
    const item = readLineScalar(reader) ?? readBlockNode(reader, "seq without indentation");
    addSeqItem(reader, list, at, isReading(item) ? ((yield item) as YamlNode) : item);
    offsets?.set(list.items.length - 1, reader.nodeAt);
    if (endsSlice(reader)) {
      yield;
    }
  }
  reader.depth--;
  return finish(reader, started, { kind: "seq", value: list.items, items: list.nodes });
}

/** Moves past the dash of an item and returns the offset of the dash. */
function openSeqItem(reader: YamlReader): number {
  reader.isKeyAllowed = true;
  return reader.at++;
}

/** Adds the node of an item to the list. */
function addSeqItem(reader: YamlReader, list: YamlList, at: number, node: YamlNode): void {
  // The position of an item whose content starts on a later line is that of its dash.
  if (reader.nodeAt === at + 1 || (reader.offsets !== undefined && endOfLine(reader.text, at) < reader.nodeAt)) {
    reader.nodeAt = at;
  }
  addYamlItem(reader.builder, list, node, reader.nodeAt);
}

/** Reads a map. `first` is its first key, which was read up to the colon. */
function* readMap(reader: YamlReader, started: Started, column: number, first?: LineItem): Reading<YamlNode> {
  const outer = reader.indent;
  reader.indent = column;
  const map = createYamlMap(reader.builder);
  const offsets = openOffsets(reader, map.object);
  enterCollection(reader);
  let item = first;
  for (;;) {
    const token = item === undefined ? peekBlock(reader) : "content";
    if (token === "end") {
      break;
    }
    const keyAt = item?.at ?? reader.at;
    const isExplicit = token === "?";
    let key: YamlNode;
    if (isExplicit) {
      openExplicitKey(reader);
      const read = readBlockNode(reader, "map");
      key = isReading(read) ? ((yield read) as YamlNode) : read;
    } else {
      const start = item === undefined ? openSimpleKey(reader, token) : undefined;
      const flow = start !== undefined && isAtFlow(reader) ? ((yield readFlow(reader)) as YamlNode) : undefined;
      key = closeSimpleKey(reader, item ?? closeItem(reader, start as ItemStart, flow));
      item = undefined;
    }
    const isMissing = !openValue(reader, isExplicit);
    const read = isMissing ? NULL_NODE : (readLineScalar(reader) ?? readBlockNode(reader, "map"));
    const value = isReading(read) ? ((yield read) as YamlNode) : read;
    const name = addYamlPair(reader.builder, map, { key, value, keyAt, valueAt: reader.nodeAt });
    if (name !== undefined && offsets?.has(name) === false) {
      offsets.set(name, keyAt);
    }
    if (endsSlice(reader)) {
      yield;
    }
  }
  reader.depth--;
  reader.indent = outer;
  return finish(reader, started, { kind: "map", value: map.object, entries: map.entries });
}

/** Moves to the content of the key. */
function openSimpleKey(reader: YamlReader, token: Token): ItemStart {
  const column = reader.at - reader.lineStart;
  if (token !== "content" || column > reader.indent || isBlockScalar(reader, reader.at)) {
    throw parserError(reader, "did not find expected key");
  }
  return openItem(reader, column);
}

/** Binds the anchor of the key to its node. */
function closeSimpleKey(reader: YamlReader, { properties, content, isKey }: LineItem): YamlNode {
  if (!isKey) {
    throw parserError(reader, "did not find expected key");
  }
  return bindNode(reader, properties, content);
}

/** Reads an explicit key, from its question mark. */
function openExplicitKey(reader: YamlReader): void {
  if (reader.at - reader.lineStart > reader.indent) {
    throw parserError(reader, "did not find expected key");
  }
  reader.at++;
  reader.isKeyAllowed = true;
}

/**
 * Moves past the colon of a key. False if the key has no value: that of an explicit key may be missing, or starts with
 * a colon in the column of its key.
 */
function openValue(reader: YamlReader, isExplicit: boolean): boolean {
  if (isExplicit && (peekBlock(reader) !== ":" || reader.at - reader.lineStart > reader.indent)) {
    reader.nodeAt = reader.at;
    return false;
  }
  reader.at++;
  reader.isKeyAllowed = isExplicit;
  return true;
}

/**
 * Reads a scalar that starts in the line of its indicator. Undefined for any other node; the reader is then unchanged.
 * Most nodes are such scalars, and {@link readBlockNode} costs twice as much.
 */
function readLineScalar(reader: YamlReader): YamlNode | undefined {
  const { text, at, lineStart, isKeyAllowed } = reader;
  let start = at;
  while (text.charCodeAt(start) === SPACE) {
    start++;
  }
  if (start === at || !startsPlainWord(text.charCodeAt(start))) {
    return undefined;
  }
  reader.at = start;
  const scalar = readContent(reader);
  skipBlanks(reader);
  if (text.charCodeAt(reader.at) === COLON && isBlankOrEnd(text.charCodeAt(reader.at + 1))) {
    Object.assign(reader, { at, lineStart, isKeyAllowed });
    return undefined;
  }
  reader.nodeAt = start;
  return bindNode(reader, undefined, scalar);
}

/** Letters, digits and quotes: no other token starts with these. */
function startsPlainWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x22 ||
    code === 0x27
  );
}
