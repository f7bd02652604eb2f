import type { TokenKind } from "../token.ts";

/** Token kinds and their names, in the order in which error messages list them. */
const ordered: readonly (readonly [TokenKind, string])[] = [
  ["end", "<EOF>"],
  ...(
    ["==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?"] as const
  ).map((kind) => [kind, `'${kind}'`] as const),
  ...([":", "+", "*", "/", "%", "true", "false", "null"] as const).map((kind) => [kind, `'${kind}'`] as const),
  ["double", "NUM_FLOAT"],
  ["int", "NUM_INT"],
  ["uint", "NUM_UINT"],
  ["string", "STRING"],
  ["bytes", "BYTES"],
  ["identifier", "IDENTIFIER"],
  ["escaped-identifier", "ESC_IDENTIFIER"],
];

/** Formats one name, or several in braces. */
export function printTokenKinds(kinds: ReadonlySet<TokenKind>): string {
  const names = ordered.filter(([kind]) => kinds.has(kind)).map(([, name]) => name);
  return names.length === 1 ? names[0]! : `{${names.join(", ")}}`;
}
