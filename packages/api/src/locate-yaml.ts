import { LineCounter } from "yaml";
import { composeYaml } from "./compose-yaml.ts";
import { findFlowPlaces } from "./find-flow-places.ts";

/** Keys of maps and indices of lists, from the top of a document. */
export type YamlPath = readonly (string | number)[];

/** Counting from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Gives the place of the document, then that of each step of the path, as far as it leads. */
export type LocateYaml = (path: YamlPath) => readonly YamlPlace[];

/** A node of block style: its content starts in line `at` (from 0), at column `indent`. */
interface Block {
  readonly at: number;
  readonly indent: number;
}

interface Found {
  readonly place: YamlPlace;
  readonly value: Block | "flow" | "leaf";
}

/** The lines of a text, and what was found out about them so far. */
interface Lines {
  readonly texts: readonly string[];
  /** Of each line; -1 for those that are empty or a comment. */
  readonly indents: Int32Array;
  /** What stands directly in a block, by `at` and `indent`. */
  readonly parts: Map<string, ReadonlyMap<string | number, Found>>;
}

/**
 * Finds places in one document of a text that was read already. Blocks are only looked at on the way to what is asked
 * for, and once; what stands in braces or brackets costs a reading of the whole text, once.
 */
export function createYamlLocator(text: string, documentLine: number): LocateYaml {
  let lines: Lines | undefined;
  let whole: LocateYaml | undefined;
  return (path) => {
    lines ??= readLines(text);
    const first = lines.texts[documentLine - 1] ?? "";
    const start = { at: documentLine - 1, indent: indentOf(first) };
    const places: YamlPlace[] = [{ line: documentLine, column: start.indent + 1 }];
    let value: Found["value"] = isFlow(first.trimStart()) ? "flow" : start;
    for (const step of path) {
      if (value === "flow") {
        whole ??= locateWhole(text, documentLine);
        return whole(path);
      }
      const found: Found | undefined = value === "leaf" ? undefined : partsOf(lines, value).get(step);
      if (found === undefined) {
        break;
      }
      places.push(found.place);
      value = found.value;
    }
    return places;
  };
}

function readLines(text: string): Lines {
  const texts = text.split("\n");
  const indents = Int32Array.from(texts, (line) => {
    const indent = indentOf(line);
    return indent === line.length || line[indent] === "#" || line === "\r" ? -1 : indent;
  });
  return { texts, indents, parts: new Map() };
}

function locateWhole(text: string, documentLine: number): LocateYaml {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) {
    counter.addNewLine(i + 1);
  }
  const toPlace = (offset: number): YamlPlace => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  const start = { line: documentLine, column: 1 };
  for (const { contents } of composeYaml(text)) {
    if (contents !== null && toPlace(contents.range[0]).line === documentLine) {
      return (path) => [start, ...findFlowPlaces(contents, path).map(toPlace)];
    }
  }
  return () => [start];
}

/** Changes the lines: keeps what it finds. */
function partsOf(lines: Lines, block: Block): ReadonlyMap<string | number, Found> {
  const id = `${block.at}:${block.indent}`;
  const parts = lines.parts.get(id) ?? findParts(lines, block);
  lines.parts.set(id, parts);
  return parts;
}

function findParts(lines: Lines, block: Block): Map<string | number, Found> {
  const parts = new Map<string | number, Found>();
  let index = 0;
  for (let at = block.at; at < lines.indents.length; at++) {
    // What the block starts with may stand behind the dashes of items.
    const indent = at === block.at ? block.indent : (lines.indents[at] as number);
    if (indent > block.indent || indent < 0) {
      continue;
    }
    const content = (lines.texts[at] as string).slice(indent);
    if (indent < block.indent || (indent === 0 && content.startsWith("---"))) {
      break;
    }
    const place = { line: at + 1, column: indent + 1 };
    const key = isItem(content) ? undefined : keyOf(content);
    if (isItem(content)) {
      parts.set(index++, itemAt(lines, place));
    } else if (key !== undefined && !parts.has(key)) {
      parts.set(key, { place, value: valueAt(lines, place, content.slice(keyLength(content) + 1)) });
    }
  }
  return parts;
}

function itemAt(lines: Lines, dash: YamlPlace): Found {
  const behind = (lines.texts[dash.line - 1] as string).slice(dash.column);
  const column = dash.column + indentOf(behind);
  const content = behind.trimStart();
  if (content === "" || content.startsWith("#")) {
    return { place: dash, value: valueAt(lines, dash, content) };
  }
  const isBlock = isItem(content) || keyLength(content) >= 0;
  const value = isFlow(content) ? "flow" : isBlock ? { at: dash.line - 1, indent: column } : "leaf";
  return { place: { line: dash.line, column: column + 1 }, value };
}

/** What stands behind a key or a dash. */
function valueAt({ texts, indents }: Lines, { line, column }: YamlPlace, behind: string): Found["value"] {
  const rest = behind.trim().replace(/^[&!]\S*\s*/, "");
  if (rest !== "" && !rest.startsWith("#")) {
    return isFlow(rest) ? "flow" : "leaf";
  }
  for (let at = line; at < indents.length; at++) {
    const indent = indents[at] as number;
    if (indent >= 0) {
      const content = (texts[at] as string).slice(indent);
      const isBelow = indent >= column || (indent === column - 1 && isItem(content));
      return isBelow ? (isFlow(content) ? "flow" : { at, indent }) : "leaf";
    }
  }
  return "leaf";
}

function keyOf(content: string): string | undefined {
  const length = keyLength(content);
  if (length < 0) {
    return undefined;
  }
  const key = content.slice(0, length).trimEnd();
  return /^["']/.test(key) ? key.slice(1, -1).replaceAll("''", "'") : key;
}

/** How far the key in front of a colon goes; -1 if there is none. */
function keyLength(content: string): number {
  return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^"'{[].*?)(?=\s*:(?:\s|$))/.exec(content)?.[0].length ?? -1;
}

function isItem(content: string): boolean {
  return content === "-" || content.startsWith("- ");
}

function isFlow(content: string): boolean {
  return content.startsWith("{") || content.startsWith("[");
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) {
    indent++;
  }
  return indent;
}
