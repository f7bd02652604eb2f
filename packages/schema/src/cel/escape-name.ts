/** Words of the language: no name may be one of these. */
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

/** How expressions call a property; undefined if they cannot. */
export function escapeName(name: string): string | undefined {
  if (reservedWords.has(name)) {
    return `__${name}__`;
  }
  return /^[A-Za-z_./-][\w./-]*$/.test(name)
    ? name.replaceAll(/__|[./-]/g, (part) => ESCAPES.get(part) as string)
    : undefined;
}
