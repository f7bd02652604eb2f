import { type DecodeOptions, defaultMaxBytes } from "../json/decode-json.ts";
import { tooLarge } from "../json/json-syntax-error.ts";
import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeYamlText } from "./decode-yaml-text.ts";
import { type LocateYaml, locateDocument } from "./locate-yaml.ts";
import { readYaml, readYamlSlices } from "./read-yaml.ts";

export interface DecodedYaml {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  /** Errors about duplicate keys, one each, with Kubernetes' message: `line 7: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/** One of several documents in a text. */
export interface YamlDocumentValue extends DecodedYaml {
  /** Line at which the content of the document starts, from 1. */
  readonly line: number;
  /** Finds positions in the text. The document is parsed again at the first call. */
  readonly locate: LocateYaml;
}

/**
 * Decodes the first document as Kubernetes does: YAML 1.1, where `y` and `off` are booleans and keys become strings. An
 * empty text is null. Throws a YamlSyntaxError, or for a text that is too long its base JsonSyntaxError.
 */
export function decodeYaml(bytes: Uint8Array, options: DecodeOptions = {}): DecodedYaml {
  const slices = decodeYamlSlices(bytes, options);
  for (;;) {
    const { done, value } = slices.next();
    if (done) {
      return value;
    }
  }
}

/** {@link decodeYaml} of a large text: yields between slices of some milliseconds. */
export function* decodeYamlSlices(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Generator<undefined, DecodedYaml, undefined> {
  for (const document of readYamlSlices(toText(bytes, options))) {
    if (document !== undefined) {
      const { value, hasBigInts, duplicates } = document;
      return { value, hasBigInts, duplicates };
    }
    yield;
  }
  return { value: null, hasBigInts: false, duplicates: [] };
}

/** Decodes YAML that is a string already, as {@link decodeYaml} does. */
export function parseYaml(text: string, options: DecodeOptions = {}): DecodedYaml {
  return decodeYaml(encodeUtf8(text), options);
}

/** Decodes all documents of a text, in order, except those without content. */
export function parseYamlDocuments(text: string, options: DecodeOptions = {}): readonly YamlDocumentValue[] {
  const found: YamlDocumentValue[] = [];
  const decoded = toText(encodeUtf8(text), options);
  for (const document of readYaml(decoded)) {
    const { value, hasBigInts, duplicates, line, isEmpty } = document;
    if (!isEmpty) {
      found.push({ value, hasBigInts, duplicates, line, locate: locateDocument(decoded, document) });
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
