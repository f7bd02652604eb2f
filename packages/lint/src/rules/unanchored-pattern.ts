import type { LintRule } from "../lint-rule.ts";

export const unanchoredPattern: LintRule = {
  id: "unanchored-pattern",
  severity: "warning",
  about: "a pattern need only match somewhere in the value",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema, path, field }) => {
      const why = schema.pattern === undefined ? undefined : findOpenEnd(schema.pattern);
      return why === undefined ? [] : [{ path: [...path, "pattern"], message: `the pattern of "${field}" ${why}` }];
    }),
};

function findOpenEnd(pattern: string): string | undefined {
  const [first = "", ...rest] = splitAlternatives(pattern);
  if (rest.length > 0 && pattern.startsWith("^") && pattern.endsWith("$")) {
    const isWhole = [first, ...rest].every((part) => startsBound(part) && endsBound(part));
    return isWhole ? undefined : "has anchors that hold for its first and last alternative alone: write ^(?:…|…)$";
  }
  const isOpenAtStart = [first, ...rest].some((part) => !startsBound(part));
  const isOpenAtEnd = [first, ...rest].some((part) => !endsBound(part));
  if (isOpenAtStart && isOpenAtEnd) {
    return "has no anchors: it matches any text that has such a part; write ^ and $";
  }
  // One anchor is no mistake: the pattern is meant to match a prefix or suffix.
  return undefined;
}

function startsBound(part: string): boolean {
  return /^\(*(?:\?:|\?[ims]+[:)])?\(*(?:\^|\\A|\.\*)/.test(part);
}

function endsBound(part: string): boolean {
  return /(?:(?<!\\)\$|\\z|\.\*)\)*$/.test(part);
}

/** The alternatives between bars outside of groups and classes. */
function splitAlternatives(pattern: string): string[] {
  const parts = [""];
  let depth = 0;
  let isInClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === "|" && depth === 0 && !isInClass) {
      parts.push("");
      continue;
    }
    const isEscape = char === "\\";
    parts.push(parts.pop() + (isEscape ? pattern.slice(i, i + 2) : char));
    i += isEscape ? 1 : 0;
    isInClass = isInClass ? char !== "]" : char === "[";
    depth += isInClass || isEscape ? 0 : char === "(" ? 1 : char === ")" ? -1 : 0;
  }
  return parts;
}
