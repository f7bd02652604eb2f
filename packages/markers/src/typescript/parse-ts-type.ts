import { SourceSyntaxError } from "../source-syntax-error.ts";
import type { TsMember, TsType } from "./ts-file.ts";
import type { TsReader } from "./ts-reader.ts";

/** Types nest no deeper in anything a person wrote. */
const MAX_DEPTH = 100;

export function parseTsType(reader: TsReader, depth = 0): TsType {
  if (depth > MAX_DEPTH) {
    throw new SourceSyntaxError("types are nested too deeply", reader.peek().position);
  }
  const variants = parseSeparated(reader, "|", () => {
    const parts = parseSeparated(reader, "&", () => parsePostfix(reader, depth));
    return parts.length === 1 ? (parts[0] as TsType) : { kind: "intersection" as const, of: parts };
  });
  return variants.length === 1 ? (variants[0] as TsType) : { kind: "union", of: variants };
}

/** One may stand before the first, too. */
function parseSeparated(reader: TsReader, separator: string, parse: () => TsType): TsType[] {
  reader.take(separator);
  const found = [parse()];
  while (reader.take(separator)) {
    found.push(parse());
  }
  return found;
}

/** `T[]`, any number of times. */
function parsePostfix(reader: TsReader, depth: number): TsType {
  let type = parsePrimary(reader, depth);
  while (reader.peek().text === "[" && reader.peek(1).text === "]") {
    reader.next();
    reader.next();
    type = { kind: "list", of: type };
  }
  return type;
}

function parsePrimary(reader: TsReader, depth: number): TsType {
  const { kind, text, position } = reader.peek();
  if (reader.take("readonly")) {
    return parsePostfix(reader, depth + 1);
  }
  if (kind === "symbol" && text === "(") {
    return parseParenthesized(reader, depth);
  }
  if (kind === "symbol" && text === "{") {
    return parseObject(reader, depth);
  }
  if (kind === "string" || kind === "number" || (kind === "symbol" && text === "-")) {
    return { kind: "literal", value: kind === "string" ? reader.next().text : parseNumber(reader) };
  }
  if (kind !== "name") {
    throw new SourceSyntaxError(`expected a type, found "${text}"`, position);
  }
  return parseName(reader, depth);
}

function parseNumber(reader: TsReader): number {
  const sign = reader.take("-") ? -1 : 1;
  return sign * Number(reader.next().text.replaceAll("_", ""));
}

/** A type in brackets, or the parameters of a function. */
function parseParenthesized(reader: TsReader, depth: number): TsType {
  const isFunction = reader.peek(1).text === ")" || [":", ","].includes(reader.peek(2).text);
  if (isFunction) {
    reader.skipBrackets();
    reader.expect("=>");
    parseTsType(reader, depth + 1);
    return { kind: "other", word: "function" };
  }
  reader.next();
  const type = parseTsType(reader, depth + 1);
  reader.expect(")");
  return type;
}

const UNSUPPORTED = new Set(["keyof", "typeof", "infer", "unique", "new", "asserts"]);

function parseName(reader: TsReader, depth: number): TsType {
  const first = reader.next().text;
  if (first === "true" || first === "false") {
    return { kind: "literal", value: first === "true" };
  }
  if (UNSUPPORTED.has(first)) {
    parsePostfix(reader, depth + 1);
    return { kind: "other", word: first };
  }
  let name = first;
  while (reader.take(".")) {
    name = reader.expectName();
  }
  const inner: TsType[] = [];
  if (reader.take("<")) {
    do {
      inner.push(parseTsType(reader, depth + 1));
    } while (reader.take(","));
    reader.expect(">");
  }
  return { kind: "name", name, arguments: inner };
}

function parseObject(reader: TsReader, depth: number): TsType {
  const members: TsMember[] = [];
  let index: TsType | undefined;
  reader.expect("{");
  while (!reader.take("}")) {
    const { comment, position } = reader.peek();
    reader.take("readonly");
    if (reader.take("[")) {
      reader.expectName();
      reader.expect(":");
      parseTsType(reader, depth + 1);
      reader.expect("]");
      reader.expect(":");
      index = parseTsType(reader, depth + 1);
    } else {
      members.push({ ...parseMember(reader, depth), comment, position });
    }
    if (!reader.take(";")) {
      reader.take(",");
    }
  }
  return { kind: "object", members, ...(index === undefined ? {} : { index }) };
}

function parseMember(reader: TsReader, depth: number): Pick<TsMember, "name" | "isOptional" | "type"> {
  const { kind, text, position } = reader.next();
  if (kind !== "name" && kind !== "string" && kind !== "number") {
    throw new SourceSyntaxError(`expected the name of a field, found "${text}"`, position);
  }
  const isOptional = reader.take("?");
  if (reader.peek().text === "(" || reader.peek().text === "<") {
    return { name: text, isOptional, type: skipMethod(reader, depth) };
  }
  const type: TsType = reader.take(":")
    ? parseTsType(reader, depth + 1)
    : { kind: "name", name: "unknown", arguments: [] };
  return { name: text, isOptional, type };
}

function skipMethod(reader: TsReader, depth: number): TsType {
  reader.skipUntil("(");
  reader.skipBrackets();
  if (reader.take(":")) {
    parseTsType(reader, depth + 1);
  }
  return { kind: "other", word: "method" };
}
