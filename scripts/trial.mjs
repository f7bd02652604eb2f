#!/usr/bin/env node
// Draws comments, log lines and fields at random for the reading trial of docs/words.md: node scripts/trial.mjs [SEED]

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readComments } from "./sources.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LOG_CALL = /\blog(?:ger)?\??\.(?:info|warn|error|debug)\(([^;]{0,400}?)\);/gs;
const DESCRIPTION = /^( {2})?([\w$-]+):(?: (\S.*\.))?$/;

/**
 * @param {number} seed
 * @returns {(below: number) => number} the same numbers for the same seed
 */
export function createDraw(seed) {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} count
 * @param {(below: number) => number} draw
 * @returns {T[]} different ones
 */
export function drawSome(list, count, draw) {
  const left = [...list];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => /** @type {T} */ (left.splice(draw(left.length), 1)[0]),
  );
}

/** @returns {{ file: string, text: string }[]} sources of the product, tests aside */
function readSources() {
  return execFileSync("git", ["ls-files", "packages/*/src/*.ts"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !/\.test\.ts$|\/testing\/|\/data\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

/**
 * @param {string} file
 * @param {string} text TypeScript
 * @returns {string[]} its comments, each with the line of code that it is about; instructions to the linter are none
 */
export function listComments(file, text) {
  const lines = text.split("\n").map((line) => (/^\s*\/\/ biome-ignore /.test(line) ? "" : line));
  return readComments(lines.join("\n")).map(
    (comment) => `${file}:${comment.line}: ${comment.text}\n    ${codeOf(lines, comment.line)}`,
  );
}

function main() {
  const seed = Number(process.argv[2] ?? 1);
  const draw = createDraw(seed);
  const sources = readSources();
  const comments = sources.flatMap(({ file, text }) =>
    file.includes("/kinds/src/openapi/") ? [] : listComments(file, text),
  );
  const logs = sources.flatMap(({ file, text }) =>
    [...text.matchAll(LOG_CALL)].flatMap(([, args = ""]) => {
      const [message] = [...args.matchAll(/"([^"\n]{8,})"|`([^`]{8,})`/g)].map((match) => match[1] ?? match[2]);
      return message === undefined ? [] : [`${file}: ${message}`];
    }),
  );
  const fields = sources
    .filter(({ file }) => file.includes("/kinds/src/openapi/"))
    .flatMap(({ text }) => {
      let type = "";
      return text.split("\n").flatMap((line) => {
        const [, indent, name, sentence] = DESCRIPTION.exec(line) ?? [];
        type = indent === undefined && name !== undefined ? name : type;
        return indent === undefined || sentence === undefined ? [] : [`${type}.${name}: ${sentence}`];
      });
    });
  console.log(`seed ${seed}\n\nComments`);
  console.log(drawSome(comments, 10, draw).join("\n"));
  console.log("\nLog lines");
  console.log(drawSome(logs, 5, draw).join("\n"));
  console.log("\nkubectl explain");
  console.log(drawSome(fields, 3, draw).join("\n"));
}

/**
 * @param {readonly string[]} lines
 * @param {number} line of the comment, from 1
 * @returns {string} the code that the comment is about: on the same line, or below
 */
function codeOf(lines, line) {
  return (lines.slice(line - 1).find((text) => !/^\s*(\/\/|\*|\/\*|$)/.test(text)) ?? "").trim();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main();
}
