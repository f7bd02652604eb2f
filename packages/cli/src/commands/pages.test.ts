import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "./index.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");
const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((page) => join("docs", page));
const pages = ["README.md", "packages/cli/README.md", ...docs].filter((page) => page.endsWith(".md"));

/** Calls of a command in a page, each as one line even if backslashes break it. */
function callsOf(name: string, page: string): string[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll("\\\n", " ");
  return [...text.matchAll(new RegExp(`\\bkiln ${name}\\b([^\\n\`|]*)`, "g"))].map(([, words = ""]) => words);
}

describe("pages that call a command", () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    "give kiln %s only flags it has",
    (name, { help }) => {
      const known = new Set(["--help", ...(help.match(/--[a-z][a-z0-9-]*/g) ?? [])]);
      const unknown = pages.flatMap((page) =>
        callsOf(name, page)
          .flatMap((words) => words.match(/(?<![\w-])--[a-z][a-z0-9-]*/g) ?? [])
          .filter((flag) => !known.has(flag))
          .map((flag) => `${page}: ${flag}`),
      );
      expect(unknown).toEqual([]);
    },
  );
});
