// Checks that no two files of one folder export a function or constant of the same name: an import would depend on the
// file that an editor happens to offer.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSources } from "./sources.mjs";

const EXPORTED = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/**
 * @param {string} root
 * @param {readonly string[]} names packages
 * @returns {string[]} one sentence for each name that two files of a folder export
 */
export function checkNames(root, names) {
  return names.flatMap((name) => {
    const folder = join("packages", name, "src");
    const files = readSources(join(root, folder)).map((file) => ({
      file: join(folder, file),
      exported: [...readFileSync(join(root, folder, file), "utf8").matchAll(EXPORTED)].map((match) => String(match[1])),
    }));
    return findSameNames(files);
  });
}

/**
 * @param {readonly { file: string, exported: readonly string[] }[]} files
 * @returns {string[]}
 */
export function findSameNames(files) {
  /** @type {Map<string, string>} */
  const known = new Map();
  const faults = [];
  for (const { file, exported } of files) {
    for (const name of new Set(exported)) {
      const key = `${dirname(file)} ${name}`;
      const other = known.get(key);
      if (other !== undefined) {
        faults.push(`${other} and ${file} both export ${name}: rename one`);
      }
      known.set(key, file);
    }
  }
  return faults;
}
