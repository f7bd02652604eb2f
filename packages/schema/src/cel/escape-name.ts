/** Reserved words of CEL, which cannot be identifiers. */
export const reservedWords: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "in",
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "package",
  "namespace",
  "return",
  "var",
  "void",
  "while",
]);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);

/** CEL identifier of a property; undefined if it has none. */
export function escapeName(name: string): string | undefined {
  if (reservedWords.has(name)) {
    return `__${name}__`;
  }
  return /^[A-Za-z_./-][\w./-]*$/.test(name)
    ? name.replaceAll(/__|[./-]/g, (part) => ESCAPES.get(part) as string)
    : undefined;
}

const MEANINGS: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([part, escaped]) => [escaped, part]));

/** Property of a CEL identifier; undefined if {@link escapeName} never returns it. */
export function unescapeName(escaped: string): string | undefined {
  let isEscape = true;
  const name = escaped.replaceAll(/__[^_]+__/g, (part) => {
    const word = part.slice(2, -2);
    const isWholeWord = reservedWords.has(word) && part === escaped;
    isEscape &&= MEANINGS.has(part) || isWholeWord;
    return MEANINGS.get(part) ?? word;
  });
  return isEscape ? name : undefined;
}
