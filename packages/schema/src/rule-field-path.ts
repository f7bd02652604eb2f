import { hasProperties, type JsonSchema } from "./json-schema.ts";

/** True if `path` (`.spec.ports`, `['a.b'].c`) names a field that the structural schema describes. */
export function isFieldPathOf(schema: JsonSchema, path: string): boolean {
  return normalizeFieldPath(schema, path) !== undefined;
}

/** Path as errors print it, map keys in brackets; undefined if the structural schema does not describe it. */
export function normalizeFieldPath(schema: JsonSchema, path: string): string | undefined {
  // Schema at the path so far; undefined below `additionalProperties: true`, where the field exists, but its content
  // has no schema.
  let current: JsonSchema | undefined = schema;
  let text = "";
  for (const name of parseNames(path) ?? [undefined]) {
    if (current === undefined || name === undefined) {
      return undefined;
    }
    const isField = hasProperties(current);
    const next: JsonSchema | boolean | undefined = isField
      ? current.properties?.get(name)
      : current.additionalProperties;
    if (next === undefined) {
      return undefined;
    }
    text += isField ? `${text === "" ? "" : "."}${name}` : `[${name}]`;
    current = typeof next === "object" ? next : undefined;
  }
  return text;
}

/** A quoted string (a quote after a backslash does not end it), a delimiter, or the text between delimiters. */
const TOKEN = /'.*?(?<!\\)'|'.*|[.[\]]|[^.[\]]+/gs;

function parseNames(path: string): string[] | undefined {
  const tokens = path.match(TOKEN) ?? [];
  const names: string[] = [];
  let next = 0;
  while (next < tokens.length) {
    const opener = tokens[next++];
    const token = tokens[next++];
    const name = opener === "[" ? unquote(token) : opener === "." ? token : undefined;
    const isClosed = opener !== "[" || tokens[next++] === "]";
    if (name === undefined || !isClosed) {
      return undefined;
    }
    names.push(name);
  }
  return names;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["'", "'"],
  ["\\", "\\"],
]);

function unquote(token: string | undefined): string | undefined {
  if (token === undefined || token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return undefined;
  }
  let isValid = true;
  const name = token.slice(1, -1).replace(/\\(.)/g, (_, directive: string) => {
    isValid &&= ESCAPES.has(directive);
    return ESCAPES.get(directive) ?? "";
  });
  return isValid ? name : undefined;
}
