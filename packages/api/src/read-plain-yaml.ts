import { type JsonArray, type JsonObject, type JsonValue, setOwn } from "./json-value.ts";
import { maxJsonDepth } from "./parse-lossless-json.ts";
import { type FoldedSource, readFoldedYaml } from "./read-folded-yaml.ts";
import { readPlainYamlKey, readPlainYamlValue } from "./read-plain-yaml-line.ts";

/** Thrown and caught here: the text has something that only the whole grammar explains. */
class NotPlain extends Error {}

/** What is not text in any YAML, or ends a line in some. */
const ODD = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

/** A block whose text ends with its last line: without that line's end, it means something else. */
const CLIPPED_BLOCK = /\|(?: *| +#.*)$/m;

export interface PlainYaml {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
}

/**
 * Reads the YAML that people and programs write for Kubernetes: maps and lists in block style, scalars in one line
 * or more, literal blocks. Undefined for a text with anything else in it, wrong ones included: it says nothing about those. Where
 * it reads, it reads what the whole grammar would, in a fiftieth of the time.
 */
export function readPlainYaml(text: string): PlainYaml | undefined {
  if (text === "" || ODD.test(text) || (!text.endsWith("\n") && CLIPPED_BLOCK.test(text))) {
    return undefined;
  }
  try {
    const reader: Reader = { lines: splitLines(text), at: 0, indent: -1, content: "", hasBigInts: false, depth: 0 };
    nextLine(reader);
    if (reader.content === "---" && reader.indent === 0) {
      reader.at++;
      nextLine(reader);
    }
    const value = readBlock(reader, -1);
    return reader.indent >= 0 ? undefined : { value, hasBigInts: reader.hasBigInts };
  } catch (error) {
    if (error instanceof NotPlain) {
      return undefined;
    }
    throw error;
  }
}

/** Where the reading is: at the content of a line, which may begin behind the dashes of list items. */
interface Reader {
  readonly lines: readonly string[];
  at: number;
  /** The column of the content; -1 behind the last line. */
  indent: number;
  content: string;
  hasBigInts: boolean;
  depth: number;
}

/** Changes the reader: goes to the first line, from where it is, that is neither empty nor a comment. */
function nextLine(reader: Reader): void {
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at] as string;
    const indent = indentOf(line);
    if (indent < line.length && line[indent] !== "#") {
      if (
        line.includes("\t") ||
        (indent === 0 && (line.startsWith("---") || line.startsWith("...")) && reader.at > 0)
      ) {
        throw new NotPlain();
      }
      reader.indent = indent;
      reader.content = line.slice(indent);
      return;
    }
  }
  reader.indent = -1;
  reader.content = "";
}

/** The last line may lack its end. */
function splitLines(text: string): string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines : [...lines, ""];
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) {
    indent++;
  }
  return indent;
}

/** Changes the reader. What is further in than `outer`: a map, a list, or nothing at all. */
function readBlock(reader: Reader, outer: number): JsonValue {
  if (reader.indent <= outer) {
    return null;
  }
  reader.depth++;
  if (reader.depth > maxJsonDepth) {
    throw new NotPlain();
  }
  const value = isItem(reader.content) ? readList(reader) : readMap(reader);
  reader.depth--;
  return value;
}

function isItem(content: string): boolean {
  return content === "-" || content.startsWith("- ");
}

/** Changes the reader. */
function readList(reader: Reader): JsonArray {
  const { indent } = reader;
  const items: JsonArray = [];
  while (reader.indent === indent && isItem(reader.content)) {
    const rest = reader.content.slice(1);
    const skipped = 1 + indentOf(rest);
    reader.content = rest.slice(skipped - 1);
    items.push(
      reader.content === "" || reader.content.startsWith("#")
        ? readBelow(reader, indent)
        : readItem(reader, indent + skipped),
    );
  }
  if (reader.indent > indent) {
    throw new NotPlain();
  }
  return items;
}

/** Changes the reader. The dash is followed by something on its line, at the column `indent`. */
function readItem(reader: Reader, indent: number): JsonValue {
  const outer = reader.indent;
  if (isItem(reader.content) || readPlainYamlKey(reader.content) !== undefined) {
    reader.indent = indent;
    return readBlock(reader, outer);
  }
  return readScalar(reader, reader.content, outer);
}

/** Changes the reader. The value of a key or dash that has nothing else on its line. */
function readBelow(reader: Reader, outer: number): JsonValue {
  reader.at++;
  nextLine(reader);
  return readBlock(reader, outer);
}

/** Changes the reader. */
function readMap(reader: Reader): JsonObject {
  const { indent } = reader;
  const object: JsonObject = {};
  while (reader.indent === indent) {
    const key = readPlainYamlKey(reader.content);
    if (key === undefined || Object.hasOwn(object, key.name)) {
      throw new NotPlain();
    }
    setOwn(object, key.name, readMapValue(reader, key.rest, indent));
  }
  if (reader.indent > indent) {
    throw new NotPlain();
  }
  return object;
}

/** Changes the reader. */
function readMapValue(reader: Reader, rest: string, indent: number): JsonValue {
  if (rest !== "" && !rest.startsWith("#")) {
    return readScalar(reader, rest, indent);
  }
  reader.at++;
  nextLine(reader);
  // A list may stand right below its key.
  return reader.indent === indent && isItem(reader.content) ? readBlock(reader, indent - 1) : readBlock(reader, indent);
}

/** Changes the reader: goes to the line behind the scalar. */
function readScalar(reader: Reader, source: string, outer: number): JsonValue {
  reader.at++;
  const block = /^\|([-+]?)(?: +#.*)?$/.exec(source);
  if (block !== null) {
    return readLiteral(reader, block[1] as Chomping, outer);
  }
  const scalar = readPlainYamlValue(source);
  const { at } = reader;
  nextLine(reader);
  // A line further in is the rest of the scalar.
  if (scalar === undefined || reader.indent > outer) {
    return readFolded(reader, { at, first: source, outer });
  }
  reader.hasBigInts ||= typeof scalar.value === "bigint";
  return scalar.value;
}

/** Changes the reader: goes to the line behind the scalar. */
function readFolded(reader: Reader, source: Omit<FoldedSource, "lines">): string {
  const folded = readFoldedYaml({ ...source, lines: reader.lines });
  if (folded === undefined) {
    throw new NotPlain();
  }
  reader.at = folded.end;
  nextLine(reader);
  if (reader.indent > source.outer) {
    throw new NotPlain();
  }
  return folded.value;
}

/** What becomes of line breaks at the end of a block: one is kept, none, or all. */
type Chomping = "" | "-" | "+";

/** Changes the reader. The lines of a block that are further in than `outer`, up to the first that is not. */
function readLiteral(reader: Reader, chomping: Chomping, outer: number): string {
  const start = reader.at;
  let end = start;
  let indent = -1;
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at] as string;
    const spaces = indentOf(line);
    if (spaces < line.length) {
      if (spaces < (indent < 0 ? outer + 1 : indent)) {
        break;
      }
      indent = indent < 0 ? spaces : indent;
      end = reader.at + 1;
    } else if (indent < 0 ? spaces > 0 : spaces > indent) {
      // Spaces that count for text, or for too much of an indentation.
      throw new NotPlain();
    }
  }
  if (chomping === "+") {
    // How much of the text's end counts takes some thought.
    if (reader.at === reader.lines.length) {
      throw new NotPlain();
    }
    end = reader.at;
  }
  const lines = reader.lines.slice(start, end).map((line) => line.slice(indent));
  // A line break outside of the text ends a block without content in ways of its own.
  if (indent < 0 || (lines[0] as string).startsWith("\t")) {
    throw new NotPlain();
  }
  const following = reader.lines[reader.at];
  if (following !== undefined && indentOf(following) > outer && following !== "") {
    throw new NotPlain();
  }
  nextLine(reader);
  return lines.join("\n") + (chomping === "-" ? "" : "\n");
}
