import type { YamlPlace } from "@kiln/api/yaml";

/** Whether comments in the file disable a rule at the last of the nested positions. */
export type IsIgnored = (rule: string, places: readonly YamlPlace[]) => boolean;

/**
 * Comment `# kiln-lint-ignore RULE, RULE`, or `kiln-lint-ignore-file` for the whole file; without a rule it means all.
 * A reason may follow `--`.
 */
const COMMENT = /#\s*kiln-lint-ignore(-file)?(?:[ \t:]+(.*?))?(?:\s+--.*)?$/;

/**
 * Parses the ignore comments. One applies to the key on its line, or on the line below, with all its content; one for
 * the file may be anywhere.
 */
export function readIgnoreComments(lines: readonly string[]): IsIgnored {
  const byLine = new Map<number, readonly string[]>();
  const forFile: (readonly string[])[] = [];
  lines.forEach((line, index) => {
    const [found, isForFile, named = ""] = line.includes("kiln-lint-ignore") ? (COMMENT.exec(line) ?? []) : [];
    if (found !== undefined) {
      const rules = named.split(/[\s,]+/).filter((rule) => rule !== "");
      if (isForFile === undefined) {
        byLine.set(index + 1, rules);
      } else {
        forFile.push(rules);
      }
    }
  });
  const isNamed = (rules: readonly string[] | undefined, rule: string) =>
    rules !== undefined && (rules.length === 0 || rules.includes(rule));
  const isIgnoredAt = (rule: string, line: number): boolean => {
    if (isNamed(byLine.get(line), rule)) {
      return true;
    }
    // Several ignore comments may follow each other above a line.
    for (let above = line - 1; /^\s*#/.test(lines[above - 1] ?? ""); above--) {
      if (isNamed(byLine.get(above), rule)) {
        return true;
      }
    }
    return false;
  };
  return (rule, places) =>
    forFile.some((rules) => isNamed(rules, rule)) ||
    (byLine.size > 0 && places.some(({ line }) => isIgnoredAt(rule, line)));
}
