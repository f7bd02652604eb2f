import { enterCollection, openOffsets, readContent } from "./read-yaml-flow.ts";
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
  endOfLine,
  isBlankOrEnd,
  isDocumentMark,
  missingColonError,
  parserError,
  scannerError,
  skipToToken,
} from "./yaml-cursor.ts";
import {
  bindNode,
  isKeyFrom,
  joinProperties,
  type Properties,
  readProperties,
  skipBlanks,
  type YamlReader,
} from "./yaml-reader.ts";

/** The next token: the end of the innermost block collection, an indicator, or anything else. */
type Token = "end" | "-" | "?" | ":" | "content";

const INDICATORS = {
  "-": "block sequence entries are not allowed in this context",
  "?": "mapping keys are not allowed in this context",
  ":": "mapping values are not allowed in this context",
} as const;

/** Changes the reader: goes to the next token. */
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

/** Context of a node, which decides when it may be left out. */
type Owner = "document" | "seq" | "map" | "seq without indentation";

/** Changes the reader, which is after the indicator that the node belongs to. */
export function readBlockNode(reader: YamlReader, owner: Owner): YamlNode {
  reader.nodeAt = reader.at;
  let properties: Properties | undefined;
  for (;;) {
    const token = peekBlock(reader);
    const column = reader.at - reader.lineStart;
    if (properties === undefined && token !== "end") {
      reader.nodeAt = reader.at;
    }
    const { nodeAt } = reader;
    const isInside = column > reader.indent;
    if (token === "-" && (isInside || owner === "map")) {
      return finish(reader, { nodeAt, properties }, isInside ? readSeq(reader) : readSeqOfMap(reader));
    }
    if ((token === "?" || token === ":") && isInside) {
      return finish(reader, { nodeAt, properties }, readMap(reader, column));
    }
    // In the column of the collection itself there are only its keys; a block scalar cannot be one.
    if (token !== "content" || !(isInside || isBlockScalar(reader, reader.at))) {
      checkEmpty(reader, { owner, token, properties });
      return bindNode(reader, properties, undefined);
    }
    const { at, lineStart } = reader;
    const isStrayAlias = properties !== undefined && reader.text[at] === "*" && !reader.isKeyAllowed;
    const item = isStrayAlias ? NO_ITEM : readItem(reader, column);
    if (item.isKey) {
      return finish(reader, { nodeAt, properties }, readMap(reader, column, item));
    }
    const joined = joinProperties(properties, item.properties);
    const isJoined = joined !== undefined || properties === undefined;
    if (item.content !== undefined && isJoined) {
      return bindNode(reader, joined, item.content);
    }
    if (item.properties === undefined || !isJoined) {
      Object.assign(reader, { at, lineStart });
      checkEmpty(reader, { owner: "document", token, properties });
      return bindNode(reader, properties, undefined);
    }
    properties = joined;
  }
}

const NO_ITEM: LineItem = { properties: undefined, content: undefined, isKey: false, at: 0 };

interface Started {
  readonly nodeAt: number;
  readonly properties: Properties | undefined;
}

/** Changes the reader: its last node is the collection again, not one inside. */
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

/** Throws if the node may not be left out. */
function checkEmpty(reader: YamlReader, { owner, token, properties }: EmptyNode): void {
  const isOptional = token === "end" || (owner === "seq" ? token === "-" : owner !== "document");
  if (properties === undefined && !isOptional) {
    throw parserError(reader, "did not find expected node content");
  }
}

/** Part of a line: properties and content, one of which may be missing. */
interface LineItem {
  readonly properties: Properties | undefined;
  readonly content: YamlNode | undefined;
  /** A colon follows, which makes it the key of a map. */
  readonly isKey: boolean;
  readonly at: number;
}

/** Changes the reader: moves past the item, to the colon if it is a key. */
function readItem(reader: YamlReader, column: number): LineItem {
  const { at, lineStart, isKeyAllowed } = reader;
  const properties = readProperties(reader);
  const isAlias = reader.text[reader.at] === "*" && properties !== undefined;
  const content = isAlias ? undefined : readContent(reader);
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

function readSeq(reader: YamlReader): YamlNode {
  const outer = reader.indent;
  reader.indent = reader.at - reader.lineStart;
  const list = createYamlList(reader.builder);
  const offsets = openOffsets(reader, list.items);
  enterCollection(reader);
  for (let token = peekBlock(reader); token !== "end"; token = peekBlock(reader)) {
    if (token !== "-" || reader.at - reader.lineStart > reader.indent) {
      throw parserError(reader, "did not find expected '-' indicator");
    }
    readSeqItem(reader, list, "seq");
    offsets?.set(list.items.length - 1, reader.nodeAt);
  }
  reader.depth--;
  reader.indent = outer;
  return { kind: "seq", value: list.items, items: list.nodes };
}

/** A list in the column of its key. */
function readSeqOfMap(reader: YamlReader): YamlNode {
  const list = createYamlList(reader.builder);
  const offsets = openOffsets(reader, list.items);
  enterCollection(reader);
  while (peekBlock(reader) === "-" && reader.at - reader.lineStart === reader.indent) {
    readSeqItem(reader, list, "seq without indentation");
    offsets?.set(list.items.length - 1, reader.nodeAt);
  }
  reader.depth--;
  return { kind: "seq", value: list.items, items: list.nodes };
}

/** Changes the reader, which is at the dash, and the list. */
function readSeqItem(reader: YamlReader, list: YamlList, owner: Owner): void {
  const { at } = reader;
  reader.at++;
  reader.isKeyAllowed = true;
  const node = readBlockNode(reader, owner);
  // An item that starts in a line below counts from its dash.
  if (reader.nodeAt === at + 1 || (reader.offsets !== undefined && endOfLine(reader.text, at) < reader.nodeAt)) {
    reader.nodeAt = at;
  }
  addYamlItem(reader.builder, list, node, reader.nodeAt);
}

/** Changes the reader. `first` was read already, up to its colon. */
function readMap(reader: YamlReader, column: number, first?: LineItem): YamlNode {
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
    const key = isExplicit ? readExplicitKey(reader) : readSimpleKey(reader, token, item);
    item = undefined;
    const value = readValue(reader, isExplicit);
    const name = addYamlPair(reader.builder, map, { key, value, keyAt, valueAt: reader.nodeAt });
    if (name !== undefined && offsets?.has(name) === false) {
      offsets.set(name, keyAt);
    }
  }
  reader.depth--;
  reader.indent = outer;
  return { kind: "map", value: map.object, entries: map.entries };
}

/** Changes the reader: goes to the colon. */
function readSimpleKey(reader: YamlReader, token: Token, first: LineItem | undefined): YamlNode {
  const column = reader.at - reader.lineStart;
  if (first === undefined && (token !== "content" || column > reader.indent || isBlockScalar(reader, reader.at))) {
    throw parserError(reader, "did not find expected key");
  }
  const { properties, content, isKey } = first ?? readItem(reader, column);
  if (!isKey) {
    throw parserError(reader, "did not find expected key");
  }
  return bindNode(reader, properties, content);
}

/** Changes the reader, which is at the question mark. */
function readExplicitKey(reader: YamlReader): YamlNode {
  if (reader.at - reader.lineStart > reader.indent) {
    throw parserError(reader, "did not find expected key");
  }
  reader.at++;
  reader.isKeyAllowed = true;
  return readBlockNode(reader, "map");
}

/** Changes the reader. The value of an explicit key may be missing, or starts with a colon in the column of its key. */
function readValue(reader: YamlReader, isExplicit: boolean): YamlNode {
  if (isExplicit && (peekBlock(reader) !== ":" || reader.at - reader.lineStart > reader.indent)) {
    reader.nodeAt = reader.at;
    return NULL_NODE;
  }
  reader.at++;
  reader.isKeyAllowed = isExplicit;
  return readBlockNode(reader, "map");
}
