import { readYamlScalar } from "./read-yaml-scalar.ts";
import { scanAnchorName, scanTag, type TagHandles } from "./scan-yaml-tag.ts";
import { NULL_NODE, openYamlAnchor, reportYaml, type YamlBuilder, type YamlNode } from "./yaml-builder.ts";
import { isBlank, type YamlCursor } from "./yaml-cursor.ts";

/** Offsets of the entries of a collection, by key or index. */
export type EntryOffsets = Map<string | number, number>;

/** Reads one document. */
export interface YamlReader extends YamlCursor {
  readonly builder: YamlBuilder;
  readonly handles: TagHandles;
  /** Number of collections around the cursor. */
  depth: number;
  /** Start of the last node that was read. */
  nodeAt: number;
  /** The last scalar; its value depends on its tag. */
  scalar: string;
  /** Whether that scalar is without quotes, and not a block. */
  isPlain: boolean;
  scalarAt: number;
  /** Offsets of the entries of every collection, if the caller needs them. */
  readonly offsets: Map<object, EntryOffsets> | undefined;
}

/** Anchor and tag before a node. */
export interface Properties {
  readonly anchor: ReturnType<typeof openYamlAnchor> | undefined;
  readonly tag: string | undefined;
}

/**
 * Changes the reader: reads properties up to the end of the line. Kubernetes: a second anchor or tag belongs to no
 * node, and is left unread (yaml/v2/parserc.go yaml_parser_parse_node, v1.36).
 */
export function readProperties(reader: YamlReader, before?: Properties): Properties | undefined {
  let properties = before;
  for (;;) {
    const char = reader.text[reader.at];
    if (char === "&" && properties?.anchor === undefined) {
      const anchor = openYamlAnchor(reader.builder, scanAnchorName(reader));
      properties = { anchor, tag: properties?.tag };
    } else if (char === "!" && properties?.tag === undefined) {
      properties = { anchor: properties?.anchor, tag: scanTag(reader, reader.handles) };
    } else {
      return properties;
    }
    reader.isKeyAllowed = false;
    skipBlanks(reader);
  }
}

/** Changes the reader: stays in the line. */
export function skipBlanks(reader: YamlCursor): void {
  while (isBlank(reader.text.charCodeAt(reader.at))) {
    reader.at++;
  }
}

/** Properties of one node that stand in several lines; undefined if it would have two anchors or two tags. */
export function joinProperties(a: Properties | undefined, b: Properties | undefined): Properties | undefined {
  if (a === undefined || b === undefined) {
    return a ?? b;
  }
  const isDouble = (a.anchor !== undefined && b.anchor !== undefined) || (a.tag !== undefined && b.tag !== undefined);
  return isDouble ? undefined : { anchor: a.anchor ?? b.anchor, tag: a.tag ?? b.tag };
}

/** Placeholder for the reader's last scalar until its properties are known. */
export const SCALAR: YamlNode = { kind: "str", value: "" };

/** Changes the reader and the anchor among the properties. `undefined`: a node that consists of properties only. */
export function bindNode(
  reader: YamlReader,
  properties: Properties | undefined,
  content: YamlNode | undefined,
): YamlNode {
  const node = content === SCALAR || content === undefined ? toScalar(reader, properties, content) : content;
  if (properties?.anchor !== undefined) {
    properties.anchor.node = node;
  }
  return node;
}

function toScalar(reader: YamlReader, properties: Properties | undefined, content: YamlNode | undefined): YamlNode {
  const isEmpty = content === undefined;
  const tag = properties?.tag;
  const scalar = isEmpty ? readYamlScalar("", true, tag) : readYamlScalar(reader.scalar, reader.isPlain, tag);
  if (typeof scalar === "string") {
    reportYaml(reader.builder, isEmpty ? reader.at : reader.scalarAt, scalar);
    return NULL_NODE;
  }
  return scalar;
}

/**
 * Kubernetes: a key and its colon are in one line, at most 1024 characters apart (yaml/v2/scannerc.go
 * yaml_simple_key_is_valid, v1.36).
 */
const MAX_KEY_LENGTH = 1024;

/** Whether a node that starts at `start` and ends before the colon at the cursor may be a key. */
export function isKeyFrom({ text, at, lineStart }: YamlCursor, start: number): boolean {
  const isShort =
    at - start <= MAX_KEY_LENGTH || (at - start <= 2 * MAX_KEY_LENGTH && countChars(text, start, at) <= MAX_KEY_LENGTH);
  return start >= lineStart && isShort;
}

function countChars(text: string, from: number, to: number): number {
  return [...text.slice(from, to)].length;
}
