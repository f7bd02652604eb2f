#!/usr/bin/env node
// Holds sources and pages to docs/words.md: fails where more lines contain forbidden expressions than are known.
// `--list PREFIX` prints the lines of the files whose names start with PREFIX.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Lines that were there before the check. The number may only shrink. */
const KNOWN_LINES = 111;

/** Recordings and vectors hold other people's words; these two files quote what they forbid. */
const EXCLUDED = /^(conformance\/(golden|vectors|charts)\/|docs\/words\.md$|scripts\/words(\.test)?\.mjs$)/;

/**
 * @param {string} page text of docs/words.md
 * @returns {RegExp[]}
 */
export function parseForbidden(page) {
  const block = /```words\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  return block
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => new RegExp(line));
}

/**
 * @param {string} text
 * @param {readonly RegExp[]} forbidden
 * @returns {number[]} line numbers, from 1
 */
export function findForbidden(text, forbidden) {
  return text
    .split("\n")
    .flatMap((line, index) => (forbidden.some((expression) => expression.test(line)) ? [index + 1] : []));
}

/** @returns {string[]} `file:line: text` */
function search() {
  const forbidden = parseForbidden(readFileSync(join(root, "docs", "words.md"), "utf8"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  return files
    .split("\n")
    .filter((file) => file !== "" && !EXCLUDED.test(file) && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const lines = text.split("\n");
      return findForbidden(text, forbidden).map((line) => `${file}:${line}: ${lines[line - 1]?.trim()}`);
    });
}

/** @param {string[]} args */
function main([flag, prefix = ""]) {
  const found = search();
  if (flag === "--list") {
    console.log(found.filter((hit) => hit.startsWith(prefix)).join("\n"));
    return 0;
  }
  if (found.length > KNOWN_LINES) {
    console.error(`words: ${found.length} lines contain what docs/words.md forbids, ${KNOWN_LINES} are known.`);
    console.error("Reword the lines you added: node scripts/words.mjs --list PREFIX prints those below a folder.");
    return 1;
  }
  console.log(`words: ${found.length} of ${KNOWN_LINES} known lines are left`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = main(process.argv.slice(2));
}
