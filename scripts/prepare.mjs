#!/usr/bin/env node
// Prepares a checkout: installs dependencies and builds, each only if something changed since the last time. Runs
// before `npm start` and `npm test`, so a fresh clone needs no other command. Plain JavaScript that uses Node only,
// because it runs before anything is installed.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const installedStamp = join(root, "node_modules", ".kiln-installed");
const builtStamp = join(root, ".cache", "built");

const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
if (readStamp(installedStamp) !== lock) {
  // Not `npm ci`, which refuses a lock file without the optional packages of platforms that its writer's registry
  // lacked.
  run("installing dependencies", ["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]);
  writeFileSync(installedStamp, lock);
}

const started = Date.now();
if (newestSource() > Number(readStamp(builtStamp) ?? 0)) {
  run("building", [process.execPath, join(root, "node_modules", "typescript", "bin", "tsc"), "-b"]);
  run("bundling", [process.execPath, join(root, "scripts", "bundle.mjs")]);
  mkdirSync(dirname(builtStamp), { recursive: true });
  writeFileSync(builtStamp, String(started));
}

/** @param {string} file */
function readStamp(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Time of the last change to any source file or folder; a folder's time changes when files are added or removed. */
function newestSource() {
  let newest = 0;
  /** @param {string} path */
  const visit = (path) => {
    const stat = statSync(path);
    newest = Math.max(newest, stat.mtimeMs);
    if (stat.isDirectory()) {
      for (const name of readdirSync(path)) {
        visit(join(path, name));
      }
    }
  };
  for (const room of rooms()) {
    for (const name of ["src", "package.json", "tsconfig.json"]) {
      if (existsSync(join(room, name))) {
        visit(join(room, name));
      }
    }
    if (existsSync(join(room, "src")) && !existsSync(join(room, "dist"))) {
      return Number.POSITIVE_INFINITY;
    }
  }
  visit(join(root, "tsconfig.base.json"));
  return newest;
}

function rooms() {
  const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return [...packages, join(root, "conformance"), join(root, "bench")];
}

/**
 * @param {string} what
 * @param {readonly string[]} command
 */
function run(what, command) {
  console.error(`kiln: ${what} ...`);
  const [program, ...args] = command;
  const result = spawnSync(String(program), args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (result.status !== 0) {
    console.error(`kiln: ${what} failed; the lines above say why`);
    process.exit(1);
  }
}
