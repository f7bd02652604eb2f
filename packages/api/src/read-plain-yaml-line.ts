import type { JsonValue } from "./json-value.ts";
import { resolveYamlScalar } from "./resolve-yaml-scalar.ts";

/** A key at the start of a line, and what follows it there. */
export interface PlainYamlKey {
  readonly name: string;
  readonly rest: string;
}

const KEY = /^(?:"([^"\\]*)"|'([^']*)'|([A-Za-z0-9_./][A-Za-z0-9_./$-]*)):(?: +|$)/;

/** Undefined if the line does not begin with a key, or with one whose name takes some thought. */
export function readPlainYamlKey(content: string): PlainYamlKey | undefined {
  const match = KEY.exec(content);
  if (match === null) {
    return undefined;
  }
  const [whole, double, single, plain = ""] = match;
  const rest = content.slice(whole.length);
  const quoted = double ?? single;
  if (quoted !== undefined) {
    return { name: quoted, rest };
  }
  const { kind, value } = resolveYamlScalar(plain);
  return kind === "null" || kind === "float" ? undefined : { name: String(value), rest };
}

/** What may follow a value on its line. */
const END = "(?: +(?:#.*)?)?$";
const DOUBLE_QUOTED = new RegExp(`^("(?:[^"\\\\]|\\\\["\\\\/bfnrt])*")${END}`);
const SINGLE_QUOTED = new RegExp(`^'((?:[^']|'')*)'${END}`);
const EMPTY = new RegExp(`^(\\[\\]|\\{\\})${END}`);
/** A list of plain strings on one line, as commands and arguments are written. */
const STRINGS = new RegExp(`^(\\[(?:"[^"\\\\]*"(?:, *"[^"\\\\]*")*)\\])${END}`);
/** What begins something else than text, or means something in the middle of it. */
const INDICATOR = /^(?:[&*!|>%@`[\]{},#"']|[-?:](?: |$))|: |:$/;

/** The scalar that a line ends with, or an empty collection; undefined if there is more to it than that. */
export function readPlainYamlValue(source: string): { readonly value: JsonValue } | undefined {
  const json = DOUBLE_QUOTED.exec(source) ?? EMPTY.exec(source) ?? STRINGS.exec(source);
  if (json !== null) {
    return { value: JSON.parse(json[1] as string) as JsonValue };
  }
  const single = SINGLE_QUOTED.exec(source);
  if (single !== null) {
    return { value: (single[1] as string).replaceAll("''", "'") };
  }
  const comment = source.indexOf(" #");
  const text = (comment < 0 ? source : source.slice(0, comment)).trimEnd();
  if (INDICATOR.test(text)) {
    return undefined;
  }
  const { value } = resolveYamlScalar(text);
  return typeof value === "number" && !Number.isFinite(value) ? undefined : { value };
}
