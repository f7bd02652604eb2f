import { type DecodeOptions, defaultMaxBytes } from "../json/decode-json.ts";
import { tooLarge } from "../json/json-syntax-error.ts";
import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeYamlText } from "./decode-yaml-text.ts";
import { readYaml } from "./read-yaml.ts";

export interface DecodedYaml {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  /** One text for each duplicate key of a map, with the message of Kubernetes, `line 7: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/** One document of several in a text. */
export interface YamlDocumentValue extends DecodedYaml {
  /** Where the document's content starts; lines count from 1. */
  readonly line: number;
}

/**
 * Reads the first document as Kubernetes does: YAML 1.1, where `y` and `off` are booleans and keys become strings.
 * An empty text is null. Throws a YamlSyntaxError, or a plain JsonSyntaxError, its base, for a text that is too long.
 */
export function decodeYaml(bytes: Uint8Array, options: DecodeOptions = {}): DecodedYaml {
  for (const { value, hasBigInts, duplicates } of readYaml(toText(bytes, options))) {
    return { value, hasBigInts, duplicates };
  }
  return { value: null, hasBigInts: false, duplicates: [] };
}

/** {@link decodeYaml} of text that is a string already. */
export function parseYaml(text: string, options: DecodeOptions = {}): DecodedYaml {
  return decodeYaml(encodeUtf8(text), options);
}

/** All documents of a file, in order; those without content are left out. */
export function parseYamlDocuments(text: string, options: DecodeOptions = {}): readonly YamlDocumentValue[] {
  const found: YamlDocumentValue[] = [];
  for (const { value, hasBigInts, duplicates, line, isEmpty } of readYaml(toText(encodeUtf8(text), options))) {
    if (!isEmpty) {
      found.push({ value, hasBigInts, duplicates, line });
    }
  }
  return found;
}

function toText(bytes: Uint8Array, options: DecodeOptions): string {
  const { maxBytes = defaultMaxBytes } = options;
  if (bytes.length > maxBytes) {
    throw tooLarge(maxBytes);
  }
  return decodeYamlText(bytes);
}
