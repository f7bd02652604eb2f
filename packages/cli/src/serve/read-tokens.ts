import { readFileSync } from "node:fs";
import type { User } from "@kiln/api";

/** Reads the file of --token-auth-file, whose lines are `token,user,uid`, optionally with groups in quotation marks. */
export function readTokens(file: string): ReadonlyMap<string, User> {
  const tokens = new Map<string, User>();
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) {
      continue;
    }
    const [token, name, uid, groups = ""] = splitLine(text);
    if (!token || !name || uid === undefined) {
      throw new Error(`line ${index + 1} of ${file} is not token,user,uid or token,user,uid,"group1,group2"`);
    }
    tokens.set(token, { name, uid, groups: groups.split(",").map(trim).filter(Boolean) });
  }
  return tokens;
}

/** Splits a line at commas that are not between quotation marks. */
function splitLine(line: string): string[] {
  const fields = line.match(/(?:"(?:[^"]|"")*"|[^,])+|(?<=,|^)(?=,|$)/g) ?? [];
  return fields.map((field) =>
    field
      .trim()
      .replace(/^"([\s\S]*)"$/, "$1")
      .replaceAll('""', '"')
      .trim(),
  );
}

function trim(text: string): string {
  return text.trim();
}
