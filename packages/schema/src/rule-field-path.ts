import { hasProperties, type JsonSchema } from "./json-schema.ts";

/** True if `path` (`.spec.ports`, `['a.b'].c`) names a field that the structural schema describes. */
export function isFieldPathOf(schema: JsonSchema, path: string): boolean {
  const names = parseNames(path);
  return names !== undefined && isReachable(schema, names);
}

function isReachable(schema: JsonSchema, names: readonly string[]): boolean {
  // Undefined below `additionalProperties: true`: that field exists, and nothing further in is known.
  let current: JsonSchema | undefined = schema;
  for (const name of names) {
    if (current === undefined) {
      return false;
    }
    if (hasProperties(current)) {
      const property: JsonSchema | undefined = current.properties?.get(name);
      if (property === undefined) {
        return false;
      }
      current = property;
    } else if (current.additionalProperties !== undefined) {
      current = typeof current.additionalProperties === "object" ? current.additionalProperties : undefined;
    } else {
      return false;
    }
  }
  return true;
}

/** A quoted string (a quote after a backslash does not end it), a delimiter, or what stands between delimiters. */
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
