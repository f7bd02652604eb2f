#!/usr/bin/env node
// npm run kinds -- v1.36.6 [--print]
// Writes the facts about built-in types that a version of Kubernetes publishes in its Go modules into the data of
// packages/kinds, and prints what changes. With --print it changes nothing. Needs go.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPackages } from "./go-packages.mjs";
import { OWN_FACTS } from "./own-facts.mjs";
import { createMessagePrinter } from "./print-messages.mjs";
import { createTypePrinter } from "./print-types.mjs";

const kinds = join(dirname(fileURLToPath(import.meta.url)), "../../packages/kinds/src");
const TYPES = /types: `(\{\n[\s\S]*?\n\})`/;
const MESSAGES = /= `\n([\s\S]*?)`;/;

/** Files whose packages are described as differences from another one. */
const BY_HAND = ["index.ts", "apiextensions-v1beta1.ts"];

const [version, ...flags] = process.argv.slice(2);
if (version === undefined || flags.some((flag) => flag !== "--print")) {
  console.error("usage: npm run kinds -- VERSION [--print], such as npm run kinds -- v1.36.6");
  process.exit(2);
}
const typeFiles = readFiles(join(kinds, "natives/data"), BY_HAND);
const messageFiles = readFiles(join(kinds, "protobuf/data"), []);
const packages = readPackages(version, [...new Set([...typeFiles, ...messageFiles].map(({ path }) => path))]);
const changes = [...updateTypes(), ...updateMessages()];
if (flags.length === 0) {
  noteVersion(version);
}
for (const change of changes) {
  console.log(change);
}
console.log(`${version}: ${changes.length} changes${flags.length > 0 ? ", none written" : ""}`);

/** @param {string} now */
function noteVersion(now) {
  for (const folder of ["natives", "protobuf"]) {
    const file = join(kinds, folder, "data/README.md");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/Kubernetes v\d+\.\d+\.\d+\S*?(?=\.\s)/, `Kubernetes ${now}`),
    );
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} except
 */
function readFiles(folder, except) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !except.includes(name))
    .map((name) => {
      const file = join(folder, name);
      const path = name.replace(/-(v\w+)\.ts$/, "/$1");
      return { file, path, text: readFileSync(file, "utf8") };
    });
}

/** @param {{ file: string, text: string }} of @param {string} before @param {string} after */
function write({ file, text }, before, after) {
  if (flags.length === 0 && before !== after) {
    writeFileSync(
      file,
      text.replace(before, () => after),
    );
  }
}

function updateTypes() {
  /** @type {string[]} */
  const found = [];
  for (const file of typeFiles) {
    const before = file.text.match(TYPES)?.[1] ?? "";
    const old = JSON.parse(before.replaceAll("\\\\", "\\"));
    const print = createTypePrinter(file.path, packages);
    const own = OWN_FACTS[file.path] ?? {};
    /** @param {string} name */
    const typeOf = (name) => {
      const type = own[name] ?? print(name);
      return typeof type === "object" ? { ...type, ...own[`${name}.`] } : type;
    };
    const now = closure(Object.keys(old), typeOf, (type) => Object.values(typeof type === "object" ? type : { type }));
    found.push(...compareTypes(file.path, old, now));
    const lines = [...now]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => `${JSON.stringify(name)}:${JSON.stringify(type)}`);
    write(file, before, `{\n${lines.join(",\n").replaceAll("\\", "\\\\")}\n}`);
  }
  return found;
}

function updateMessages() {
  /** @type {string[]} */
  const found = [];
  for (const file of messageFiles) {
    const before = file.text.match(MESSAGES)?.[1] ?? "";
    const old = new Map(
      before
        .trim()
        .split("\n")
        .map((line) => [String(line.split(" ")[0]), line]),
    );
    const print = createMessagePrinter(file.path, packages);
    const now = closure([...old.keys()], print, (line) =>
      line
        .split(" ")
        .slice(1)
        .map((field) => field.slice(field.indexOf(":") + 1).replace(/!$/, "")),
    );
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      if (old.get(name) !== now.get(name)) {
        found.push(`protobuf ${file.path}.${name}: ${differences(old.get(name), now.get(name))}`);
      }
    }
    const lines = [...now].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => `${line}\n`);
    write(file, before, lines.join(""));
  }
  return found;
}

/**
 * The given types that still exist, and all of the same package that their fields have.
 * @template T
 * @param {readonly string[]} names
 * @param {(name: string) => T | undefined} read
 * @param {(type: T) => readonly string[]} fieldTypes
 * @returns {Map<string, T>}
 */
function closure(names, read, fieldTypes) {
  const found = new Map();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const type = found.has(name) ? undefined : read(name);
    if (type !== undefined) {
      found.set(name, type);
      waiting.push(
        ...fieldTypes(type)
          .map((field) => String(field.split(";")[0]).replace(/^(?:\*|\[\]|\{\}|map\[[^\]]+\])+/, ""))
          .filter((each) => /^[A-Z]\w*$/.test(each)),
      );
    }
  }
  return found;
}

/** @param {string} path @param {any} old @param {Map<string, any>} now */
function compareTypes(path, old, now) {
  return [...new Set([...Object.keys(old), ...now.keys()])].sort().flatMap((name) => {
    const [before, after] = [old[name], now.get(name)];
    if (typeof before !== "object" || typeof after !== "object") {
      return before === after ? [] : [`${path}.${name}: ${shown(before)} → ${shown(after)}`];
    }
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((field) => before[field] !== after[field])
      .map((field) => `${path}.${name}.${field}: ${shown(before[field])} → ${shown(after[field])}`);
  });
}

/** @param {any} type */
function shown(type) {
  return type === undefined ? "none" : typeof type === "object" ? `{${Object.keys(type).join(" ")}}` : type;
}

/** @param {string | undefined} before @param {string | undefined} after */
function differences(before = "", after = "") {
  const [old, now] = [before.split(" "), after.split(" ")];
  const removed = old.filter((word) => !now.includes(word)).map((word) => `-${word}`);
  return [...removed, ...now.filter((word) => !old.includes(word)).map((word) => `+${word}`)].join(" ");
}
