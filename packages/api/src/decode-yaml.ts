import { LineCounter } from "yaml";
import { composeYaml, type YamlDocument } from "./compose-yaml.ts";
import { type DecodeOptions, defaultMaxBytes } from "./decode-json.ts";
import { tooLarge } from "./json-syntax-error.ts";
import type { JsonValue } from "./json-value.ts";
import { decodeUtf8, encodeUtf8 } from "./text-bytes.ts";
import { YamlSyntaxError } from "./yaml-syntax-error.ts";
import { type YamlAsJson, yamlToJson } from "./yaml-to-json.ts";

export interface DecodedYaml {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  /** One text for each key given again in its map, as Kubernetes says it: `line 7: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/** One document of several in a text. */
export interface YamlDocumentValue extends DecodedYaml {
  /** Where the document's content starts; lines count from 1. */
  readonly line: number;
}

/**
 * Reads the first document as Kubernetes does: YAML 1.1, where `y` and `off` are booleans and keys become strings.
 * An empty text is null. Throws a JsonSyntaxError and nothing else, a YamlSyntaxError unless the text is just too long.
 * Slow beside JSON: a megabyte takes about a second.
 */
export function decodeYaml(bytes: Uint8Array, options: DecodeOptions = {}): DecodedYaml {
  const text = toText(bytes, options);
  for (const document of composeYaml(text)) {
    return yamlToJson(text, document, lineCounter(text));
  }
  return { value: null, hasBigInts: false, duplicates: [] };
}

/** {@link decodeYaml} of text that is a string already. */
export function parseYaml(text: string, options: DecodeOptions = {}): DecodedYaml {
  return decodeYaml(encodeUtf8(text), options);
}

/** All documents of a file, in order; those without content are left out. */
export function parseYamlDocuments(text: string, options: DecodeOptions = {}): readonly YamlDocumentValue[] {
  const checked = toText(encodeUtf8(text), options);
  const lineAt = lineCounter(checked);
  const found: YamlDocumentValue[] = [];
  for (const document of composeYaml(checked)) {
    if (!isEmpty(document)) {
      const line = lineAt(document.contents?.range[0] ?? 0);
      found.push({ ...(yamlToJson(checked, document, lineAt) satisfies YamlAsJson), line });
    }
  }
  return found;
}

function isEmpty({ contents }: YamlDocument): boolean {
  return contents === null || (contents.range[0] === contents.range[1] && contents.tag === undefined);
}

function toText(bytes: Uint8Array, options: DecodeOptions): string {
  const { maxBytes = defaultMaxBytes } = options;
  if (bytes.length > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const text = decodeUtf8(bytes);
  if (text.includes("\ufffd") && !isSame(bytes, encodeUtf8(text))) {
    throw new YamlSyntaxError("yaml: invalid leading UTF-8 octet", "syntax", { offset: 0, line: 1, column: 1 });
  }
  // A carriage return alone ends a line in YAML 1.1, but is text to the library. Places stay as they were.
  return (text.startsWith("\ufeff") ? text.slice(1) : text).replace(/\r(?!\n)/g, "\n");
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function lineCounter(text: string): (offset: number) => number {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) {
    counter.addNewLine(i + 1);
  }
  return (offset) => counter.linePos(offset).line;
}
