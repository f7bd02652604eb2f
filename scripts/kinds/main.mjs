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
const MESSAGES = /messages: `\n([\s\S]*?)`,/;

/** Files written by hand: their types are described as differences from those of another file. */
const BY_HAND = ["apiextensions/v1beta1"];

const [version, ...flags] = process.argv.slice(2);
if (version === undefined || flags.some((flag) => flag !== "--print")) {
  console.error("usage: npm run kinds -- VERSION [--print], such as npm run kinds -- v1.36.6");
  process.exit(2);
}
const files = readFiles(join(kinds, "natives/data"));
const packages = readPackages(
  version,
  files.map(({ path }) => path),
);
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
  const file = join(kinds, "natives/data/README.md");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/Kubernetes v\d+\.\d+\.\d+\S*?(?=\.\s)/, `Kubernetes ${now}`));
}

/** @param {string} folder */
function readFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .map((name) => {
      const file = join(folder, name);
      const path = name.replace(/-(v\w+)\.ts$/, "/$1");
      return { file, path, text: readFileSync(file, "utf8") };
    });
}

/** Changes the file. @param {{ file: string, text: string }} of @param {string} before @param {string} after */
function write(of, before, after) {
  if (flags.length === 0 && before !== after) {
    of.text = of.text.replace(before, () => after);
    writeFileSync(of.file, of.text);
  }
}

function updateTypes() {
  /** @type {string[]} */
  const found = [];
  for (const file of files.filter(({ path, text }) => TYPES.test(text) && !BY_HAND.includes(path))) {
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
  for (const file of files.filter(({ text }) => MESSAGES.test(text))) {
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
 * The given types that still exist, with all types of the same package that their fields have.
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
