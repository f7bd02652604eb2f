// The source files of a package, without its tests.

import { existsSync, readdirSync } from "node:fs";

/**
 * @param {string} folder
 * @returns {string[]} paths below the folder
 */
export function readSources(folder) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();
}
