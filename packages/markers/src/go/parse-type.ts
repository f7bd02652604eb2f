import { appendAll } from "@kiln/api";
import type { FileComments } from "./file-comments.ts";
import type { GoField, GoType } from "./go-file.ts";
import type { GoReader } from "./go-reader.ts";

/** Maximum nesting of types. */
const MAX_DEPTH = 100;

export function parseType(reader: GoReader, comments: FileComments, depth = 0): GoType {
  const { kind, text } = reader.peek();
  if (depth > MAX_DEPTH) {
    reader.expect("a type that is nested less deeply");
  }
  const inner = () => parseType(reader, comments, depth + 1);
  if (reader.take("*")) {
    return { kind: "pointer", to: inner() };
  }
  if (text === "[" && kind === "symbol") {
    // Skips the length of an array in brackets: in JSON an array is the same as a slice.
    reader.skipBrackets();
    return { kind: "list", of: inner() };
  }
  if (reader.take("(")) {
    const type = inner();
    reader.expect(")");
    return type;
  }
  switch (text) {
    case "map":
      return parseMap(reader, inner);
    case "struct":
      reader.next();
      return { kind: "struct", fields: parseFields(reader, comments, depth) };
    case "interface":
    case "func":
    case "chan":
    // Start of a receive-only channel type.
    case "<":
      return skipOther(reader, text);
    default:
      return parseTypeName(reader, inner);
  }
}

function parseMap(reader: GoReader, inner: () => GoType): GoType {
  reader.next();
  reader.expect("[");
  const key = inner();
  reader.expect("]");
  return { kind: "map", key, value: inner() };
}

function skipOther(reader: GoReader, word: string): GoType {
  reader.next();
  if (word === "interface") {
    reader.skipBrackets();
  } else {
    skipSignature(reader);
  }
  return { kind: "other", word };
}

/** Skips to the token after a function type or the element of a channel, most often a tag. */
function skipSignature(reader: GoReader): void {
  for (;;) {
    const { kind, text } = reader.peek();
    if (["newline", "end", "string"].includes(kind) || [";", ",", ")", "]", "}"].includes(text)) {
      return;
    }
    reader.skipBrackets();
  }
}

function parseTypeName(reader: GoReader, inner: () => GoType): GoType {
  const first = reader.expectName();
  const isQualified = reader.take(".");
  const name = isQualified ? reader.expectName() : first;
  const parameters: GoType[] = [];
  if (reader.take("[")) {
    do {
      reader.skipNewlines();
      parameters.push(inner());
    } while (reader.take(","));
    reader.skipNewlines();
    reader.expect("]");
  }
  return { kind: "name", name, ...(isQualified ? { package: first } : {}), arguments: parameters };
}

/** Parses `[T any, K comparable]` after the name of a type; `[]T` is a list and not parsed here. */
export function parseTypeParameters(reader: GoReader): string[] {
  if (reader.peek().text !== "[") {
    return [];
  }
  const restore = reader.mark();
  const inside = reader.skipBrackets();
  const isParameters = inside[0]?.kind === "name" && inside.length > 1;
  if (!isParameters) {
    restore();
    return [];
  }
  return inside.flatMap(({ kind, text }, index) =>
    kind === "name" && (index === 0 || inside[index - 1]?.text === ",") ? [text] : [],
  );
}

function parseFields(reader: GoReader, comments: FileComments, depth: number): GoField[] {
  const fields: GoField[] = [];
  reader.expect("{");
  for (reader.skipNewlines(); !reader.take("}"); reader.skipNewlines()) {
    appendAll(fields, parseField(reader, comments, depth));
  }
  return fields;
}

/** Parses a field: `A, B T "tag"` declares two, `T "tag"` is embedded. */
function parseField(reader: GoReader, comments: FileComments, depth: number): GoField[] {
  const { position } = reader.peek();
  const names = isEmbedded(reader) ? [] : parseNames(reader);
  const type = parseType(reader, comments, depth + 1);
  const tag = reader.peek().kind === "string" ? reader.next().text : "";
  const above = comments.above(position.line);
  const field = { type, tag, comments: above, position };
  return names.length === 0 ? [field] : names.map((name) => ({ ...field, name }));
}

function parseNames(reader: GoReader): string[] {
  const names = [reader.expectName()];
  while (reader.take(",")) {
    names.push(reader.expectName());
  }
  return names;
}

/**
 * Whether the field is embedded: its type is followed by the end of the line, a tag, a dot, or brackets with type
 * arguments and then one of these.
 */
function isEmbedded(reader: GoReader): boolean {
  if (reader.peek().text === "*") {
    return true;
  }
  const restore = reader.mark();
  reader.next();
  if (reader.peek().text === "[") {
    const inside = reader.skipBrackets();
    const isLength = inside.length === 0;
    const { kind, text } = reader.peek();
    restore();
    return !isLength && (kind === "newline" || kind === "string" || text === "}");
  }
  const { kind, text } = reader.peek();
  restore();
  return kind === "newline" || kind === "string" || [".", "}", ";"].includes(text);
}
