import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Error in the value of a marker, without a position. */
export class MarkerValueError extends Error {
  override readonly name = "MarkerValueError";
}

/** Parses `key=value,key=value`. A key without a value is true; a value may be a list, `a;b` or `{a,b}`. */
export function readMarkerFields(text: string): Map<string, JsonValue> {
  const reader = createValueReader(text);
  const fields = new Map<string, JsonValue>();
  while (!reader.isAtEnd()) {
    const key = reader.takePattern(/[\w-]+/y);
    if (key === undefined) {
      throw new MarkerValueError(`expected name=value, found ${JSON.stringify(reader.rest())}`);
    }
    fields.set(key, reader.takeText("=") ? readListOrValue(reader) : true);
    if (!reader.takeText(",") && !reader.isAtEnd()) {
      throw new MarkerValueError(`expected a comma, found ${JSON.stringify(reader.rest())}`);
    }
  }
  return fields;
}

/** Parses `a;b;c`, `{a,b,c}`, or one value as a list of one. */
export function readMarkerList(text: string): JsonValue[] {
  const reader = createValueReader(text);
  const value = readListOrValue(reader);
  expectEnd(reader);
  return Array.isArray(value) ? value : [value];
}

/** Parses a text with or without quotes. */
export function readMarkerText(text: string): string {
  const trimmed = text.trim();
  const isQuoted = /^(["`]).*\1$/s.test(trimmed);
  return isQuoted ? unquote(trimmed) : trimmed;
}

export function readMarkerNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value)) {
    throw new MarkerValueError(`expected a number, found ${JSON.stringify(text)}`);
  }
  return value;
}

/** Parses a boolean; no value means true. */
export function readMarkerFlag(text: string): boolean {
  if (text !== "" && text !== "true" && text !== "false") {
    throw new MarkerValueError(`expected true or false, found ${JSON.stringify(text)}`);
  }
  return text !== "false";
}

/** Parses a value of any type by its syntax: number, boolean, string, `{a,b}` or `{key: value}`, or JSON. */
export function readMarkerAny(text: string): JsonValue {
  const json = tryJson(text);
  if (json !== undefined) {
    return json;
  }
  const reader = createValueReader(text);
  const value = readListOrValue(reader);
  return reader.isAtEnd() ? value : text.trim();
}

/** Parses JSON, the syntax of Kubernetes' own `+default`; undefined if the text is no JSON. */
export function tryJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

type ValueReader = ReturnType<typeof createValueReader>;

function createValueReader(text: string) {
  let offset = 0;
  const skipSpace = () => {
    while (text[offset] === " " || text[offset] === "\t") {
      offset++;
    }
  };
  return {
    rest: () => text.slice(offset),
    isAtEnd(): boolean {
      skipSpace();
      return offset >= text.length;
    },
    takeText(wanted: string): boolean {
      skipSpace();
      const isNext = text.startsWith(wanted, offset);
      offset += isNext ? wanted.length : 0;
      return isNext;
    },
    takePattern(pattern: RegExp): string | undefined {
      skipSpace();
      pattern.lastIndex = offset;
      const match = pattern.exec(text)?.[0];
      offset += match?.length ?? 0;
      return match;
    },
  };
}

const MAX_DEPTH = 50;

function readListOrValue(reader: ValueReader): JsonValue {
  const first = readValue(reader, 0);
  if (!reader.takeText(";")) {
    return first;
  }
  const list = [first];
  do {
    list.push(readValue(reader, 0));
  } while (reader.takeText(";"));
  return list;
}

function readValue(reader: ValueReader, depth: number): JsonValue {
  if (depth > MAX_DEPTH) {
    throw new MarkerValueError("the value is nested too deeply");
  }
  if (reader.takeText("{")) {
    return readBraces(reader, depth);
  }
  const quoted = reader.takePattern(/"(?:[^"\\]|\\.)*"|`[^`]*`/y);
  if (quoted !== undefined) {
    return unquote(quoted);
  }
  const bare = reader.takePattern(depth === 0 ? /[^,;]*/y : /[^,;:}]*/y)?.trim() ?? "";
  return toScalar(bare);
}

/** Parses after the opening brace: `a, b}` or `key: value, key: value}`. */
function readBraces(reader: ValueReader, depth: number): JsonValue {
  const list: JsonValue[] = [];
  const map: JsonObject = {};
  let isMap = false;
  while (!reader.takeText("}")) {
    if (reader.isAtEnd()) {
      throw new MarkerValueError("a brace is not closed");
    }
    const value = readValue(reader, depth + 1);
    if (reader.takeText(":")) {
      isMap = true;
      setOwn(map, String(value), readValue(reader, depth + 1));
    } else {
      list.push(value);
    }
    reader.takeText(",");
  }
  return isMap || list.length === 0 ? map : list;
}

function toScalar(text: string): JsonValue {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  return /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unquote(text: string): string {
  const inside = text.slice(1, -1);
  return text.startsWith("`") ? inside : inside.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign);
}

function expectEnd(reader: ValueReader): void {
  if (!reader.isAtEnd()) {
    throw new MarkerValueError(`did not expect ${JSON.stringify(reader.rest())}`);
  }
}
