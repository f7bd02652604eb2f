#!/usr/bin/env node
// Holds sources and pages to docs/words.md: prints the lines that contain a forbidden expression and the comments about
// Kubernetes without a source (see sources.mjs), and fails on any.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkSources, readComments } from "./sources.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Recordings and vectors have words of their own, and one page prints names of vectors; the others quote what they forbid. */
const EXCLUDED =
  /^(conformance\/(golden|vectors|charts)\/|docs\/(words|snapshot\/three-ways)\.md$|scripts\/words(\.test)?\.mjs$)/;

/** Comments of the product, for which the page has a further list. */
const PRODUCT = /^packages\/[^/]+\/(src|bin)\/(?!testing\/|.*(\.test\.|\/testing\/|\/data\/))/;

/**
 * @param {string} page text of docs/words.md
 * @param {"words" | "comments" | "all-comments"} list
 * @returns {RegExp[]}
 */
export function parseForbidden(page, list = "words") {
  const block = new RegExp(`\`\`\`${list}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";
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

/**
 * @param {string} text
 * @param {readonly RegExp[]} forbidden
 * @returns {string[]} `line: comment`, the comment joined to one line
 */
export function findForbiddenComments(text, forbidden) {
  return readComments(text)
    .filter((comment) => forbidden.some((expression) => expression.test(comment.text)))
    .map((comment) => `${comment.line}: ${comment.text}`);
}

/** @returns {string[]} `file:line: text` */
function search() {
  const page = readFileSync(join(root, "docs", "words.md"), "utf8");
  const forbidden = parseForbidden(page);
  const inAllComments = parseForbidden(page, "all-comments");
  const inProduct = [...inAllComments, ...parseForbidden(page, "comments")];
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
      const comments = /^(?!.*\/data\/).*\.(ts|tsx|mjs)$/.test(file)
        ? findForbiddenComments(text, PRODUCT.test(file) ? inProduct : inAllComments)
        : [];
      return [...findForbidden(text, forbidden).map((line) => `${line}: ${lines[line - 1]?.trim()}`), ...comments].map(
        (hit) => `${file}:${hit}`,
      );
    });
}

function main() {
  const found = search();
  for (const hit of found) {
    console.error(hit);
  }
  if (found.length > 0) {
    console.error(`words: ${found.length} lines contain what docs/words.md forbids: name the subject instead`);
  }
  return found.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = Math.max(main(), checkSources());
}
