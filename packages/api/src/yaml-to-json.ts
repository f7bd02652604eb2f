import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { bindYamlAliases } from "./bind-yaml-aliases.ts";
import type { YamlDocument } from "./compose-yaml.ts";
import { printGoJson } from "./go-print.ts";
import { type JsonArray, type JsonObject, type JsonValue, setOwn } from "./json-value.ts";
import { maxJsonDepth } from "./parse-lossless-json.ts";
import { readYamlKey, type YamlKey } from "./read-yaml-key.ts";
import { readYamlScalarValue } from "./read-yaml-scalar.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

/** Aliases may make this many nodes; Kubernetes refuses at about the same number. */
const MAX_ALIASED_NODES = 400_000;
/** Kubernetes: a small document may consist of copies up to this share. */
const MAX_ALIASED_SHARE = 0.99;

const MAX_DUPLICATES = 100;

export interface YamlAsJson {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  readonly duplicates: readonly string[];
}

interface Conversion {
  readonly text: string;
  readonly lineAt: (offset: number) => number;
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly open: Set<Alias>;
  readonly duplicates: string[];
  hasBigInts: boolean;
  nodes: number;
  aliased: number;
  depth: number;
}

/** An object being filled. Kubernetes: keys are the same only if their YAML types are, so `1` and `"1"` are two. */
interface Filling {
  readonly object: JsonObject;
  readonly seen: Set<string>;
}

/** Keys become strings, aliases become copies, merge keys are merged, as Kubernetes does before it looks at a YAML body. */
export function yamlToJson(text: string, document: YamlDocument, lineAt: (offset: number) => number): YamlAsJson {
  const conversion: Conversion = {
    text,
    lineAt,
    targets: bindYamlAliases(text, document.contents),
    open: new Set(),
    duplicates: [],
    hasBigInts: false,
    nodes: 0,
    aliased: 0,
    depth: 0,
  };
  const value = document.contents === null ? null : convert(conversion, document.contents);
  return { value, hasBigInts: conversion.hasBigInts, duplicates: conversion.duplicates };
}

function convert(conversion: Conversion, node: Node | null): JsonValue {
  count(conversion, node);
  if (isScalar(node)) {
    const value = readYamlScalarValue(conversion.text, node);
    conversion.hasBigInts ||= typeof value === "bigint";
    return value;
  }
  if (isAlias(node)) {
    return expand(conversion, node, (target) => convert(conversion, target));
  }
  if (isSeq(node)) {
    return nested(conversion, node, () => convertSeq(conversion, node));
  }
  if (isMap(node)) {
    const filling: Filling = { object: {}, seen: new Set() };
    nested(conversion, node, () => fill(conversion, node, filling));
    return filling.object;
  }
  return null;
}

function convertSeq(conversion: Conversion, seq: YAMLSeq): JsonArray {
  return seq.items.map((item) => convert(conversion, item as Node | null));
}

/** Changes `filling`. The last of equal keys wins, a merged one included. */
function fill(conversion: Conversion, map: YAMLMap, filling: Filling): void {
  for (const pair of map.items) {
    const key = pair.key as Node | null;
    const value = pair.value as Node | null;
    if (isMergeKey(key)) {
      merge(conversion, value, filling);
      continue;
    }
    const { name, identity, shown } = convertKey(conversion, key, map);
    const converted = convert(conversion, value);
    if (filling.seen.has(identity) && conversion.duplicates.length < MAX_DUPLICATES) {
      const line = conversion.lineAt((value ?? key)?.range?.[0] ?? 0);
      conversion.duplicates.push(`line ${line}: key ${shown} already set in map`);
    }
    filling.seen.add(identity);
    setOwn(filling.object, name, converted);
  }
}

function isMergeKey(key: Node | null): boolean {
  if (!isScalar(key) || key.value !== "<<") {
    return false;
  }
  return key.tag === undefined ? key.type === "PLAIN" : key.tag === "tag:yaml.org,2002:merge";
}

/** Changes `filling`. Kubernetes: of several merged maps the first wins, so they are written last to first. */
function merge(conversion: Conversion, value: Node | null, filling: Filling): void {
  const sources = isSeq(value) ? [...value.items].reverse() : [value];
  for (const source of sources as (Node | null)[]) {
    const target = isAlias(source) ? conversion.targets.get(source) : source;
    if (!isMap(target)) {
      throw fault(conversion, value, "yaml: map merge requires map or sequence of maps as the value");
    }
    count(conversion, source);
    if (isAlias(source)) {
      expand(conversion, source, () => fill(conversion, target, filling));
    } else {
      nested(conversion, target, () => fill(conversion, target, filling));
    }
  }
}

function convertKey(conversion: Conversion, key: Node | null, map: YAMLMap): YamlKey {
  const node = isAlias(key) ? (conversion.targets.get(key) ?? null) : key;
  count(conversion, key);
  if (node !== null && !isScalar(node)) {
    throw fault(conversion, node, `yaml: invalid map key: ${printGoJson(convert(conversion, node))}`);
  }
  return readYamlKey(conversion.text, node, map);
}

function expand<T>(conversion: Conversion, alias: Alias, read: (target: Node) => T): T {
  const target = conversion.targets.get(alias);
  if (target === undefined || conversion.open.has(alias)) {
    throw fault(conversion, alias, `yaml: anchor '${alias.source}' value contains itself`);
  }
  conversion.open.add(alias);
  const value = nested(conversion, target, () => read(target));
  conversion.open.delete(alias);
  return value;
}

function nested<T>(conversion: Conversion, node: Node, read: () => T): T {
  conversion.depth++;
  if (conversion.depth > maxJsonDepth) {
    throw yamlErrorAt(conversion.text, node.range?.[0] ?? 0, "yaml: exceeded max depth", "depth");
  }
  const value = read();
  conversion.depth--;
  return value;
}

/** Ends a document whose aliases would unfold into far more than was written. */
function count(conversion: Conversion, node: Node | null): void {
  conversion.nodes++;
  if (conversion.open.size === 0) {
    return;
  }
  conversion.aliased++;
  const { aliased, nodes } = conversion;
  const isTooMany =
    aliased > MAX_ALIASED_NODES || (nodes > 1000 && aliased > 100 && aliased / nodes > MAX_ALIASED_SHARE);
  if (isTooMany) {
    throw fault(conversion, node, "yaml: document contains excessive aliasing");
  }
}

function fault(conversion: Conversion, node: Node | null, message: string): Error {
  return yamlErrorAt(conversion.text, node?.range?.[0] ?? 0, message);
}
