import type { JsonValue } from "./json-value.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";

export interface PlainYamlDocument {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  /** Where the content starts; lines count from 1. */
  readonly line: number;
}

/** Neither empty nor a comment. */
const CONTENT = /^ *[^ #\n]/m;

/**
 * All documents of a text that {@link readPlainYaml} can read, those without content left out; undefined if it has any
 * that needs the whole grammar. Three dashes at the start of a line end a document wherever they stand, even in a block.
 */
export function readPlainYamlDocuments(text: string): PlainYamlDocument[] | undefined {
  const found: PlainYamlDocument[] = [];
  let line = 1;
  for (const part of text.split(/^---[ \t]*\n/m)) {
    const first = CONTENT.exec(part);
    if (first !== null) {
      const plain = readPlainYaml(part);
      if (plain === undefined) {
        return undefined;
      }
      found.push({ ...plain, line: line + countLines(part.slice(0, first.index)) });
    }
    // The separator is a line as well.
    line += countLines(part) + 1;
  }
  return found;
}

function countLines(text: string): number {
  let lines = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) {
    lines++;
  }
  return lines;
}
