#!/usr/bin/env node
// Checks that imports only go down: compares the dependencies that each package declares, and the imports of its
// sources and tests, with the list below; then checks the folders inside each package (layers/folders.mjs), the size of
// interfaces (layers/interfaces.mjs) and of the API server (layers/limits.mjs), and that the files of one folder export
// different names (layers/names.mjs).

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkFolders } from "./layers/folders.mjs";
import { checkInterfaces } from "./layers/interfaces.mjs";
import { checkLimits } from "./layers/limits.mjs";
import { checkNames } from "./layers/names.mjs";

/** Packages that each package may import, from the bottom to the top. */
export const LAYERS = new Map([
  ["api", []],
  ["store", ["api"]],
  ["cel", ["api"]],
  ["wire", ["api"]],
  ["client", ["api"]],
  ["webhook", ["api"]],
  ["schema", ["api", "cel"]],
  ["apply", ["api", "schema"]],
  ["markers", ["api", "schema"]],
  ["lint", ["api", "schema"]],
  ["guard", ["api", "cel", "schema", "webhook", "client"]],
  ["kinds", ["api", "store", "cel", "schema", "apply"]],
  ["openapi", ["api", "store", "schema", "kinds"]],
  ["access", ["api", "wire", "store", "cel", "webhook", "schema", "kinds"]],
  ["admission", ["api", "store", "cel", "webhook", "schema", "apply", "kinds", "access"]],
  ["controllers", ["api", "store", "kinds", "access", "admission"]],
  [
    "apiserver",
    [
      "api",
      "wire",
      "kinds",
      "openapi",
      "access",
      "admission",
      "controllers",
      "store",
      "cel",
      "webhook",
      "schema",
      "apply",
    ],
  ],
  ["simulate", ["api", "kinds", "controllers", "store", "cel", "apiserver"]],
  ["snapshot", ["api", "schema", "client", "webhook"]],
  ["agent", ["api", "client"]],
  ["testing", ["api", "kinds", "access", "controllers", "store", "wire", "client", "apiserver"]],
  ["page", ["api", "schema", "apply"]],
  ["playground", ["api", "store", "wire", "schema", "kinds", "lint", "apiserver", "page"]],
  ["console", ["api", "client", "schema", "apply", "page"]],
  ["cli", "everything"],
]);

/**
 * @param {readonly { name: string, dependencies: readonly string[] }[]} packages
 * @returns {string[]} one sentence for each import that goes up, or of an unlisted package
 */
export function checkLayers(packages) {
  const faults = [];
  for (const { name, dependencies } of packages) {
    const allowed = LAYERS.get(name);
    if (allowed === undefined) {
      faults.push(`packages/${name} is not in the list of layers: add it to scripts/layers.mjs`);
      continue;
    }
    for (const dependency of dependencies) {
      if (allowed !== "everything" && !allowed.includes(dependency)) {
        faults.push(
          `packages/${name} must not import @kiln/${dependency}; it may import: ${allowed.join(", ") || "nothing"}`,
        );
      }
    }
  }
  return faults;
}

/** @param {string} root */
export function readPackages(root) {
  const packages = [];
  for (const name of readdirSync(join(root, "packages")).sort()) {
    const file = join(root, "packages", name, "package.json");
    if (existsSync(file)) {
      const declared = Object.keys(JSON.parse(readFileSync(file, "utf8")).dependencies ?? {});
      const own = declared.filter((dependency) => dependency.startsWith("@kiln/"));
      const names = own.map((dependency) => dependency.slice("@kiln/".length));
      const imported = readImports(join(root, "packages", name, "src")).filter((other) => other !== name);
      packages.push({ name, dependencies: [...new Set([...names, ...imported])] });
    }
  }
  return packages;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function readImports(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import\()\s*"@kiln\/([a-z]+)/g)])
    .map((match) => String(match[1]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  const packages = readPackages(root);
  const names = packages.map(({ name }) => name);
  const faults = [
    ...checkLayers(packages),
    ...checkFolders(root, names),
    ...checkInterfaces(root, names),
    ...checkLimits(root, names),
    ...checkNames(root, names),
  ];
  for (const fault of faults) {
    console.error(fault);
  }
  if (faults.length === 0) {
    console.log(`layers: ${packages.length} packages, every import goes down, between packages and between folders`);
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
}
