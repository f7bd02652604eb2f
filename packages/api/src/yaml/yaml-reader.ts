import { readYamlScalar } from "./read-yaml-scalar.ts";
import { scanAnchorName, scanTag, type TagHandles } from "./scan-yaml-tag.ts";
import { NULL_NODE, openYamlAnchor, reportYaml, type YamlBuilder, type YamlNode } from "./yaml-builder.ts";
import { isBlank, type YamlCursor } from "./yaml-cursor.ts";

/** Offsets of the entries of a collection, by key or index. */
export type EntryOffsets = Map<string | number, number>;

/** State of the reading of one document. */
export interface YamlReader extends YamlCursor {
  readonly builder: YamlBuilder;
  readonly handles: TagHandles;
  /** Number of enclosing collections. */
  depth: number;
  /** Offset of the last node that was read. */
  nodeAt: number;
  /** Text of the last scalar, whose value depends on its tag. */
  scalar: string;
  /** True if the last scalar has no quotes and is no block. */
  isPlain: boolean;
  scalarAt: number;
  /** Offsets of the entries of all collections, if the caller needs them. */
  readonly offsets: Map<object, EntryOffsets> | undefined;
  /** Entries until the current slice ends. */
  sliceLeft: number;
}

/**
 * Work in slices, for {@link runReading}: yields undefined between slices, and other readings to get their results. They
 * are not nested with `yield*`, which takes several times the stack of a call.
 */
export type Reading<Result> = Generator<Reading<unknown> | undefined, Result, unknown>;

/** A node that was read at once, or the reading of one. */
export type NodeOrReading = YamlNode | Reading<YamlNode>;

export function isReading(read: NodeOrReading): read is Reading<YamlNode> {
  return (read as Partial<YamlNode>).kind === undefined;
}

/** Runs a reading and those that it yields; yields between slices. */
export function* runReading<Result>(reading: Reading<Result>): Generator<undefined, Result, undefined> {
  const running: Reading<unknown>[] = [reading];
  let result: unknown;
  for (;;) {
    const step = (running.at(-1) as Reading<unknown>).next(result);
    result = undefined;
    if (step.done) {
      running.pop();
      result = step.value;
      if (running.length === 0) {
        return result as Result;
      }
    } else if (step.value !== undefined) {
      running.push(step.value);
    } else {
      yield;
    }
  }
}

/** Entries of collections that are read in a slice: some 5 ms. */
export const SLICE_ENTRIES = 4096;

/** Counts an entry; true at the end of a slice. */
export function endsSlice(reader: Pick<YamlReader, "sliceLeft">): boolean {
  if (--reader.sliceLeft > 0) {
    return false;
  }
  reader.sliceLeft = SLICE_ENTRIES;
  return true;
}

/** Anchor and tag of a node. */
export interface Properties {
  readonly anchor: ReturnType<typeof openYamlAnchor> | undefined;
  readonly tag: string | undefined;
}

/**
 * Reads anchor and tag up to the end of the line. Kubernetes: a second anchor or tag belongs to no node, and is left
 * unread (yaml/v2/parserc.go yaml_parser_parse_node, v1.36).
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

/** Moves past blanks in the line. */
export function skipBlanks(reader: YamlCursor): void {
  while (isBlank(reader.text.charCodeAt(reader.at))) {
    reader.at++;
  }
}

/** Anchor and tag of one node on several lines; undefined if it would have two anchors or two tags. */
export function joinProperties(a: Properties | undefined, b: Properties | undefined): Properties | undefined {
  if (a === undefined || b === undefined) {
    return a ?? b;
  }
  const isDouble = (a.anchor !== undefined && b.anchor !== undefined) || (a.tag !== undefined && b.tag !== undefined);
  return isDouble ? undefined : { anchor: a.anchor ?? b.anchor, tag: a.tag ?? b.tag };
}

/** Placeholder for the reader's last scalar, until its tag is known. */
export const SCALAR: YamlNode = { kind: "str", value: "" };

/** Binds an anchor to its node, and resolves the tag of a scalar. `undefined`: a node without content. */
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
 * Maximum length of a key. Kubernetes: a key and its colon are in one line, at most 1024 characters apart
 * (yaml/v2/scannerc.go yaml_simple_key_is_valid, v1.36).
 */
const MAX_KEY_LENGTH = 1024;

/** Whether a node from `start` to the colon at the cursor may be a key. */
export function isKeyFrom({ text, at, lineStart }: YamlCursor, start: number): boolean {
  const isShort =
    at - start <= MAX_KEY_LENGTH || (at - start <= 2 * MAX_KEY_LENGTH && countChars(text, start, at) <= MAX_KEY_LENGTH);
  return start >= lineStart && isShort;
}

function countChars(text: string, from: number, to: number): number {
  return [...text.slice(from, to)].length;
}
