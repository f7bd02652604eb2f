#!/usr/bin/env node
// Runs the tests of a package and of all packages that depend on it: `npm run test:above -- schema`. Further arguments
// are passed to vitest.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readPackages } from "./layers.mjs";

/**
 * @param {readonly { name: string, dependencies: readonly string[] }[]} packages
 * @param {string} name
 * @returns {string[]} the package and those that need it, directly or through others, in the order of `packages`
 */
export function packagesAbove(packages, name) {
  const above = new Set([name]);
  for (let size = 0; size < above.size; ) {
    size = above.size;
    for (const each of packages) {
      if (each.dependencies.some((dependency) => above.has(dependency))) {
        above.add(each.name);
      }
    }
  }
  return packages.map((each) => each.name).filter((each) => above.has(each));
}

/**
 * Packages of the workspace, and the two folders beside them that have tests.
 * @param {string} root
 */
function readHouse(root) {
  const beside = ["bench", "conformance"].filter((name) => existsSync(join(root, name, "package.json")));
  return [
    ...readPackages(root).map((each) => ({ ...each, folder: `packages/${each.name}/` })),
    ...beside.map((name) => ({ name, dependencies: readDependencies(join(root, name)), folder: `${name}/` })),
  ];
}

/** @param {string} folder */
function readDependencies(folder) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(dependencies).map((name) => name.replace("@kiln/", ""));
}

/** @param {readonly string[]} args */
function main([name, ...more]) {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  const house = readHouse(root);
  if (name === undefined || !house.some((each) => each.name === name)) {
    const names = house.map((each) => each.name).join(", ");
    console.error(`test:above: ${name === undefined ? "name a package" : `no package "${name}"`}: ${names}`);
    return 2;
  }
  const above = packagesAbove(house, name);
  console.log(`test:above: ${above.join(", ")}`);
  const folders = house.filter((each) => above.includes(each.name)).map(({ folder }) => folder);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return spawnSync(process.execPath, [vitest, "run", ...folders, ...more], { cwd: root, stdio: "inherit" }).status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = main(process.argv.slice(2));
}
