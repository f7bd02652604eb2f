// Checks two figures that must not grow: the lines of the package apiserver, and the places in the code that check
// whether a kind is custom instead of using a property of its dialect.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources } from "./sources.mjs";

/**
 * Maximum lines of apiserver, which has only the request path, from filters to the store. Other code belongs in a
 * package below.
 */
export const MAX_APISERVER_LINES = 22_000;

/** Differences between built-in and custom kinds have names in packages/kinds/src/resource/dialect.ts. */
export const MAX_CUSTOM_QUESTIONS = 10;
const CUSTOM_QUESTION = /\bis(?:Custom|BuiltIn)\b|\bdialect\.name\b/g;

/**
 * @param {string} root
 * @param {readonly string[]} names packages
 * @returns {string[]} one sentence for each limit that is passed
 */
export function checkLimits(root, names) {
  const lines = countLines(join(root, "packages/apiserver/src"));
  const questions = names.reduce((sum, name) => sum + countQuestions(join(root, "packages", name, "src")), 0);
  const faults = [];
  if (lines > MAX_APISERVER_LINES) {
    faults.push(
      `packages/apiserver has ${lines} lines, at most ${MAX_APISERVER_LINES} are allowed: move a part of it down`,
    );
  }
  if (questions > MAX_CUSTOM_QUESTIONS) {
    faults.push(
      `${questions} places ask whether a kind is custom, at most ${MAX_CUSTOM_QUESTIONS} are allowed: name the difference in packages/kinds/src/resource/dialect.ts`,
    );
  }
  return faults;
}

/** @param {string} folder */
function countQuestions(folder) {
  return readSources(folder).reduce(
    (sum, file) => sum + (readFileSync(join(folder, file), "utf8").match(CUSTOM_QUESTION)?.length ?? 0),
    0,
  );
}

/**
 * Counts lines without tests and test helpers.
 * @param {string} folder
 */
function countLines(folder) {
  return readSources(folder)
    .filter((file) => !file.startsWith("testing/"))
    .reduce((sum, file) => sum + readFileSync(join(folder, file), "utf8").split("\n").length - 1, 0);
}
