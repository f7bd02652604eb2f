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

/**
 * Finds places in one document of a text that was read already. Lines are only looked at on the way to what is asked
 * for; what stands in braces or brackets costs a reading of the whole text, once.
 */
export function createYamlLocator(text: string, documentLine: number): LocateYaml {
  const lines = text.split("\n");
  let whole: LocateYaml | undefined;
  return (path) => {
    const first = lines[documentLine - 1] ?? "";
    const start = { at: documentLine - 1, indent: indentOf(first) };
    const places: YamlPlace[] = [{ line: documentLine, column: start.indent + 1 }];
    let value: Found["value"] = isFlow(first.trimStart()) ? "flow" : start;
    for (const step of path) {
      if (value === "flow") {
        whole ??= locateWhole(text, documentLine);
        return whole(path);
      }
      const found: Found | undefined = value === "leaf" ? undefined : findStep(lines, value, step);
      if (found === undefined) {
        break;
      }
      places.push(found.place);
      value = found.value;
    }
    return places;
  };
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

function findStep(lines: readonly string[], block: Block, step: string | number): Found | undefined {
  let index = 0;
  for (let at = block.at; at < lines.length; at++) {
    const line = lines[at] as string;
    // What the block starts with may stand behind the dashes of items.
    const indent = at === block.at ? block.indent : indentOf(line);
    const content = line.slice(indent);
    if (content === "" || content.startsWith("#")) {
      continue;
    }
    if (indent < block.indent || (indent === 0 && content.startsWith("---"))) {
      return undefined;
    }
    if (indent > block.indent) {
      continue;
    }
    const place = { line: at + 1, column: indent + 1 };
    if (isItem(content)) {
      if (step === index++) {
        return itemAt(lines, place);
      }
    } else if (keyOf(content) === String(step)) {
      return { place, value: valueAt(lines, place, content.slice(keyLength(content) + 1)) };
    }
  }
  return undefined;
}

function itemAt(lines: readonly string[], dash: YamlPlace): Found {
  const behind = (lines[dash.line - 1] as string).slice(dash.column);
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
function valueAt(lines: readonly string[], { line, column }: YamlPlace, behind: string): Found["value"] {
  const rest = behind.trim().replace(/^[&!]\S*\s*/, "");
  if (rest !== "" && !rest.startsWith("#")) {
    return isFlow(rest) ? "flow" : "leaf";
  }
  for (let at = line; at < lines.length; at++) {
    const text = lines[at] as string;
    const indent = indentOf(text);
    const content = text.slice(indent);
    if (content !== "" && !content.startsWith("#")) {
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
