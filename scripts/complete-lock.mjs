#!/usr/bin/env node
// Adds optional platform packages to package-lock.json that npm left out because the registry in use lacked them.
// Without these entries `npm ci` fails on a machine whose registry has them. The entries have no integrity; npm adds it
// when the lock is next written with such a registry.

import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/**
 * Adds the missing entries to the lock.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {string[]} the names that were added
 */
export function completeLock(lock) {
  const added = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (place.startsWith("node_modules/") && !isThere(lock.packages, place, name)) {
        lock.packages[`node_modules/${name}`] = toEntry(name, String(version), entry);
        added.push(name);
      }
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  return added;
}

/** @param {Record<string, any>} packages @param {string} place @param {string} name */
function isThere(packages, place, name) {
  for (let at = place; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at}/node_modules/${name}`] !== undefined) {
      return true;
    }
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/** @param {string} name @param {string} version @param {any} parent */
function toEntry(name, version, parent) {
  const words = (name.split("/").at(-1) ?? name).split("-");
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  return {
    version,
    ...(cpu.length === 0 ? {} : { cpu }),
    ...(parent.dev === true ? { dev: true } : {}),
    license: parent.license,
    optional: true,
    ...(os.length === 0 ? {} : { os }),
  };
}

if (process.argv[1]?.endsWith("complete-lock.mjs")) {
  const file = process.argv[2] ?? "package-lock.json";
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const added = completeLock(lock);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added.length} optional packages added`);
}
