import { LineCounter } from "yaml";
import { composeYaml, type YamlDocument } from "./compose-yaml.ts";
import { type DecodeOptions, defaultMaxBytes } from "./decode-json.ts";
import { tooLarge } from "./json-syntax-error.ts";
import type { JsonValue } from "./json-value.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { readPlainYamlDocuments } from "./read-plain-yaml-documents.ts";
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
 * What is not written as most manifests are is slow: a megabyte would take seconds, and is refused.
 */
export function decodeYaml(bytes: Uint8Array, options: DecodeOptions = {}): DecodedYaml {
  const text = toText(bytes, options);
  const plain = readPlainYaml(text);
  if (plain !== undefined) {
    return { ...plain, duplicates: [] };
  }
  if (bytes.length > MAX_INTRICATE_BYTES) {
    throw tooIntricate();
  }
  for (const document of composeYaml(text)) {
    return yamlToJson(text, document, lineCounter(text));
  }
  return { value: null, hasBigInts: false, duplicates: [] };
}

/** What takes the whole grammar of YAML to be read may be so long: a server that reads it does nothing else meanwhile. */
const MAX_INTRICATE_BYTES = 128 * 1024;

function tooIntricate(): YamlSyntaxError {
  const style = "block style, without anchors, tags, folded text or a key given twice";
  const message = `yaml: more than ${MAX_INTRICATE_BYTES} bytes are read in ${style}: write it so, or in JSON`;
  return new YamlSyntaxError(message, "size", { offset: MAX_INTRICATE_BYTES, line: 1, column: 1 });
}

/** {@link decodeYaml} of text that is a string already. */
export function parseYaml(text: string, options: DecodeOptions = {}): DecodedYaml {
  return decodeYaml(encodeUtf8(text), options);
}

/** All documents of a file, in order; those without content are left out. */
export function parseYamlDocuments(text: string, options: DecodeOptions = {}): readonly YamlDocumentValue[] {
  const checked = toText(encodeUtf8(text), options);
  const plain = readPlainYamlDocuments(checked);
  if (plain !== undefined) {
    return plain.map((document) => ({ ...document, duplicates: [] }));
  }
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
