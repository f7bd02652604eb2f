import { quoteGo } from "../go/go-print.ts";
import { printGoSyntax } from "../go/print-go-value.ts";
import { maxJsonDepth } from "../json/parse-lossless-json.ts";
import { type JsonArray, type JsonObject, type JsonValue, setOwn } from "../value/json-value.ts";
import { readYamlKey, type YamlKey } from "./read-yaml-key.ts";
import type { YamlScalar } from "./resolve-yaml-scalar.ts";
import { countLineBreaks, type YamlSyntaxError, yamlErrorAt } from "./yaml-syntax-error.ts";

/**
 * Maximum characters that aliases may add to a document. Kubernetes limits only nodes, and a node may be a megabyte.
 */
export const maxYamlAliasedCharacters = 16 * 1024 * 1024;

const MAX_DUPLICATES = 100;

/** A decoded YAML node. */
export type YamlNode = YamlScalar | YamlCollection;

export interface YamlCollection {
  readonly kind: "seq" | "map";
  readonly value: JsonValue;
  /** Entries of a map; kept only in a text with merge keys. */
  readonly entries?: readonly Entry[] | undefined;
  /** Items of a list; kept only in a text with merge keys. */
  readonly items?: readonly YamlNode[] | undefined;
  /** Position of the alias that refers to the collection. */
  readonly alias?: AliasPlace;
}

export const NULL_NODE: YamlNode = { kind: "null", value: null };

/** One entry of a map, in document order. */
interface Entry {
  readonly key: YamlKey;
  readonly value: JsonValue;
  readonly at: number;
}

/**
 * A map being decoded. Kubernetes: keys are equal only if their YAML types are, so `1` and `"1"` are two
 * (yaml/v2/decode.go setMapIndex, v1.36).
 */
export interface YamlMap {
  readonly object: JsonObject;
  /** Keys with their types; undefined as long as all keys are strings. */
  identities: Set<string> | undefined;
  /** Entries of the map; kept only in a text with merge keys. */
  readonly entries: Entry[] | undefined;
}

/** An anchor; `node` is undefined while its node is being read. */
interface Anchor {
  node: YamlNode | undefined;
}

/** Converts the nodes of one document to JSON values: keys become strings, aliases copies, merge keys are merged. */
export interface YamlBuilder {
  readonly text: string;
  readonly anchors: Map<string, Anchor>;
  readonly hasMerges: boolean;
  readonly duplicates: string[];
  /** Offset up to which line ends were counted, and their number. */
  counted: { readonly at: number; readonly line: number };
  hasBigInts: boolean;
  nodes: number;
  aliased: number;
  aliasedCharacters: number;
  /** First semantic error. Kubernetes: syntax errors precede it, wherever they are (yaml/v2/decode.go parse, v1.36). */
  error: YamlSyntaxError | undefined;
}

/** Creates a builder. `before`: the builder of the previous document in the text, whose line count it continues. */
export function createYamlBuilder(text: string, before?: YamlBuilder): YamlBuilder {
  return {
    text,
    anchors: new Map(),
    hasMerges: before?.hasMerges ?? text.includes("<<"),
    duplicates: [],
    counted: before?.counted ?? { at: 0, line: 1 },
    hasBigInts: false,
    nodes: 0,
    aliased: 0,
    aliasedCharacters: 0,
    error: undefined,
  };
}

/** Records an error, unless there is an earlier one. */
export function reportYaml(
  builder: YamlBuilder,
  at: number,
  message: string,
  fault: "syntax" | "number" = "syntax",
): void {
  builder.error ??= yamlErrorAt(builder.text, at, message, fault);
}

/** JSON value of a node that is no key. Records an error for infinity and NaN, which JSON lacks. */
export function toYamlValue(builder: YamlBuilder, node: YamlNode, at: number): JsonValue {
  const { value } = node;
  builder.nodes++;
  if (typeof value === "bigint") {
    builder.hasBigInts = true;
  } else if (typeof value === "number" && !Number.isFinite(value)) {
    const name = Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    reportYaml(builder, at, `json: unsupported value: ${name}`, "number");
  }
  return isCollection(node) && node.alias !== undefined ? copy(builder, value, node.alias) : value;
}

export function createYamlMap(builder: YamlBuilder): YamlMap {
  return { object: {}, identities: undefined, entries: builder.hasMerges ? [] : undefined };
}

/** A list being read. Its nodes are kept if the text has merge keys (`<<`), which may refer to them. */
export interface YamlList {
  readonly items: JsonArray;
  readonly nodes: YamlNode[] | undefined;
}

export function createYamlList(builder: YamlBuilder): YamlList {
  return { items: [], nodes: builder.hasMerges ? [] : undefined };
}

/** Adds an item to the list. */
export function addYamlItem(builder: YamlBuilder, { items, nodes }: YamlList, node: YamlNode, at: number): void {
  items.push(toYamlValue(builder, node, at));
  nodes?.push(node);
}

/** Offsets of a key and its value. */
export interface EntryPosition {
  readonly keyAt: number;
  readonly valueAt: number;
}

export interface YamlPair extends EntryPosition {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** Adds a key and its value to the map. Returns the key; undefined for a merge key. */
export function addYamlPair(builder: YamlBuilder, map: YamlMap, pair: YamlPair): string | undefined {
  const { key, value, keyAt, valueAt } = pair;
  builder.nodes++;
  if (key.kind === "merge") {
    merge(builder, map, value, valueAt);
    return undefined;
  }
  if (isCollection(key)) {
    if (builder.error === undefined) {
      reportYaml(builder, keyAt, `yaml: invalid map key: ${printGo(key.value)}`);
    }
    return undefined;
  }
  const converted = toYamlValue(builder, value, valueAt);
  if (key.kind === "str" && map.identities === undefined && map.entries === undefined) {
    setString(builder, map, { name: key.value, value: converted, at: valueAt });
    return key.value;
  }
  const read = readYamlKey(key);
  if (read === undefined) {
    if (builder.error === undefined) {
      const shown = value.value === null ? "<nil>" : printGo(value.value);
      reportYaml(builder, keyAt, `unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`);
    }
    return undefined;
  }
  setEntry(builder, map, { key: read, value: converted, at: valueAt });
  return read.name;
}

/** Sets a string key in a map that has only string keys so far. */
function setString(
  builder: YamlBuilder,
  { object }: YamlMap,
  { name, value, at }: { readonly name: string; readonly value: JsonValue; readonly at: number },
): void {
  if (Object.hasOwn(object, name)) {
    reportAgain(builder, at, quoteGo(name));
  }
  setOwn(object, name, value);
}

/** Records the error about a key that a map has already. */
function reportAgain(builder: YamlBuilder, at: number, shown: string): void {
  if (builder.duplicates.length < MAX_DUPLICATES) {
    builder.duplicates.push(`line ${lineAt(builder, at)}: key ${shown} already set in map`);
  }
}

/** Prints a value as Go's %#v prints YAML maps, whose keys are of any type. */
function printGo(value: JsonValue): string {
  return printGoSyntax(value).replaceAll("map[string]interface {}{", "map[interface {}]interface {}{");
}

function isCollection(node: YamlNode): node is YamlCollection {
  return node.kind === "seq" || node.kind === "map";
}

/** Sets an entry of the map. The last of equal keys wins, also over a merged one. */
function setEntry(builder: YamlBuilder, map: YamlMap, entry: Entry): void {
  const { key, value, at } = entry;
  if (key.kind !== "str" && map.identities === undefined) {
    map.identities = new Set(Object.keys(map.object).map((name) => `str ${name}`));
  }
  const identity = map.identities === undefined ? "" : `${key.kind} ${key.name}`;
  const isAgain = map.identities?.has(identity) ?? Object.hasOwn(map.object, key.name);
  if (isAgain) {
    reportAgain(builder, at, key.kind === "str" ? quoteGo(key.name) : key.name);
  }
  map.identities?.add(identity);
  map.entries?.push(entry);
  setOwn(map.object, key.name, value);
}

/** Line at an offset; counting continues from the last offset, because offsets mostly increase. */
export function lineAt(builder: YamlBuilder, at: number): number {
  const { counted, text } = builder;
  const isAhead = at >= counted.at;
  const line = (isAhead ? counted.line : 1) + countLineBreaks(text, at, isAhead ? counted.at : 0);
  builder.counted = { at, line };
  return line;
}

/**
 * Merges a map, or a list of maps, into the map. Kubernetes: of several merged maps the first wins, so they are merged
 * last to first (yaml/v2/decode.go merge, v1.36).
 */
function merge(builder: YamlBuilder, map: YamlMap, node: YamlNode, at: number): void {
  if (node.kind === "map") {
    mergeEntries(builder, map, node);
    return;
  }
  const items = node.kind === "seq" && node.alias === undefined ? node.items : undefined;
  if (items?.every((item) => item.kind === "map") !== true) {
    reportYaml(builder, at, "yaml: map merge requires map or sequence of maps as the value");
    return;
  }
  for (let i = items.length - 1; i >= 0; i--) {
    mergeEntries(builder, map, items[i] as YamlCollection);
  }
}

/** Merges the entries of one map into the map. */
function mergeEntries(builder: YamlBuilder, map: YamlMap, { entries = [], alias }: YamlCollection): void {
  builder.nodes++;
  if (alias !== undefined) {
    countCopied(builder, null, alias.at);
  }
  for (const entry of entries) {
    if (alias === undefined) {
      setEntry(builder, map, entry);
    } else {
      const { key, value, at } = entry;
      countCopied(builder, key.name, alias.at);
      setEntry(builder, map, { key, value: copy(builder, value, alias), at });
    }
  }
}

/** Declares an anchor, which later aliases may refer to. */
export function openYamlAnchor(builder: YamlBuilder, name: string): Anchor {
  const anchor: Anchor = { node: undefined };
  builder.anchors.set(name, anchor);
  return anchor;
}

interface AliasPlace {
  readonly at: number;
  /** Nesting depth of the alias. */
  readonly depth: number;
}

/** Node of an anchor, for an alias; a collection is copied when it becomes a value. */
export function expandYamlAlias(builder: YamlBuilder, name: string, place: AliasPlace): YamlNode {
  const anchor = builder.anchors.get(name);
  if (anchor === undefined) {
    throw yamlErrorAt(builder.text, place.at, `yaml: unknown anchor '${name}' referenced`);
  }
  const { node } = anchor;
  if (node === undefined) {
    reportYaml(builder, place.at, `yaml: anchor '${name}' value contains itself`);
    return NULL_NODE;
  }
  if (isCollection(node)) {
    return { kind: node.kind, value: node.value, entries: node.entries, items: node.items, alias: place };
  }
  countCopied(builder, node.value, place.at);
  return node;
}

/** Copies a value for an alias, and counts the copied nodes. */
function copy(builder: YamlBuilder, value: JsonValue, { at, depth }: AliasPlace): JsonValue {
  countCopied(builder, value, at);
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (depth >= maxJsonDepth) {
    throw yamlErrorAt(builder.text, at, "yaml: exceeded max depth", "depth");
  }
  const inner = { at, depth: depth + 1 };
  if (Array.isArray(value)) {
    return value.map((item) => copy(builder, item, inner));
  }
  const object: JsonObject = {};
  for (const key of Object.keys(value)) {
    countCopied(builder, key, at);
    setOwn(object, key, copy(builder, value[key] as JsonValue, inner));
  }
  return object;
}

/** Counts the nodes that aliases copied. Rejects a document whose aliases expand to far more than its text. */
function countCopied(builder: YamlBuilder, value: JsonValue, at: number): void {
  builder.nodes++;
  builder.aliased++;
  builder.aliasedCharacters += typeof value === "string" ? value.length : 0;
  const { nodes, aliased } = builder;
  const isTooMany = aliased > 100 && nodes > 1000 && aliased / nodes > allowedShare(nodes);
  if (isTooMany || builder.aliasedCharacters > maxYamlAliasedCharacters) {
    throw yamlErrorAt(builder.text, at, "yaml: document contains excessive aliasing");
  }
}

/**
 * Maximum share of nodes that aliases may add. Kubernetes: 99 % of a document may come from aliases, less above 400,000
 * nodes (yaml/v2/decode.go allowedAliasRatio, v1.36).
 */
function allowedShare(nodes: number): number {
  return Math.max(0.1, 0.99 - 0.89 * (Math.max(0, nodes - 400_000) / 3_600_000));
}
