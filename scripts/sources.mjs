#!/usr/bin/env node
// Fails on a comment about a quirk of Kubernetes that names no source. Where KILN_KUBERNETES_SOURCE is the folder of an
// unpacked Kubernetes release, it also fails on a source whose file or function does not exist there.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** A source: `(a.go Func and b.go Type.Method, v1.36)`; for packages of Go itself the version of Go. */
const GO_SOURCE = /\(([^()]*\.go [^()]*), (v1\.\d+|Go 1\.\d+)(?:; kubernetes#\d+)?\)/g;
const OTHER_SOURCE = /\((?:KEP-\d+|golden\/([\w-]+))\)/g;

/**
 * @param {string} text TypeScript or JavaScript
 * @returns {{ line: number, text: string }[]} comments, each joined to one line
 */
export function readComments(text) {
  const comments = [];
  /** @type {{ line: number, parts: string[], isBlock: boolean } | undefined} */
  let open;
  const close = () => {
    if (open !== undefined) {
      comments.push({ line: open.line, text: open.parts.join(" ").replace(/\s+/g, " ").trim() });
    }
    open = undefined;
  };
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (open?.isBlock === true) {
      open.parts.push(trimmed.replace(/^\*?\/?\s?/, "").replace(/\*\/$/, ""));
      if (trimmed.includes("*/")) {
        close();
      }
    } else if (trimmed.startsWith("/*")) {
      close();
      open = { line: index + 1, parts: [trimmed.replace(/^\/\*+/, "").replace(/\*\/.*$/, "")], isBlock: true };
      if (trimmed.includes("*/")) {
        close();
      }
    } else if (trimmed.startsWith("//")) {
      open ??= { line: index + 1, parts: [], isBlock: false };
      open.parts.push(trimmed.slice(2));
    } else {
      close();
      const trailing = /[;,{)] \/\/ (.*)$/.exec(line)?.[1];
      if (trailing !== undefined) {
        comments.push({ line: index + 1, text: trailing.trim() });
      }
    }
  }
  close();
  return comments;
}

/**
 * @param {string} comment
 * @returns {boolean} true if every `Kubernetes:` in it is followed by a source
 */
export function isSourced(comment) {
  return comment
    .split(/(?<![\w.])Kubernetes: /)
    .slice(1)
    .every((fact) => new RegExp(GO_SOURCE.source).test(fact) || new RegExp(OTHER_SOURCE.source).test(fact));
}

/**
 * @param {string} comment
 * @returns {{ file: string, names: string[] }[]} Go files of Kubernetes and of its dependencies
 */
export function readGoSources(comment) {
  return [...comment.matchAll(GO_SOURCE)].flatMap(([, sources = "", version = ""]) =>
    version.startsWith("Go")
      ? []
      : sources.split(/(?:,| and) (?=\S*\.go )/).map((source) => {
          const [file = "", ...names] = source.split(/ and |, | /);
          return { file, names };
        }),
  );
}

/**
 * @param {string} name a function, method, type, constant, or `Type.Method`
 * @returns {RegExp}
 */
export function declarationOf(name) {
  const [type, method] = name.split(".");
  return method === undefined
    ? new RegExp(`^(?:func (?:\\([^)]*\\) )?|type |const |var |\\t)${type}(?=[\\s(=[])`, "m")
    : new RegExp(`^func \\([^)]*\\b${type}(?:\\[[^\\]]*\\])?\\) ${method}\\(`, "m");
}

/**
 * @param {string} folder an unpacked Kubernetes release
 * @returns {(source: { file: string, names: string[] }) => string[]} why a source is wrong
 */
function createLookup(folder) {
  const list = execFileSync("find", [folder, "-name", "*.go"], { encoding: "utf8", maxBuffer: 2 ** 28 });
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const path of list.split("\n")) {
    const name = basename(path);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return ({ file, names }) => {
    const texts = (byName.get(basename(file)) ?? [])
      .filter((path) => path.endsWith(`/${file}`))
      .map((path) => readFileSync(path, "utf8"));
    return texts.length === 0
      ? [`no file ${file}`]
      : names
          .filter((name) => !texts.some((text) => declarationOf(name).test(text)))
          .map((name) => `no ${name} in ${file}`);
  };
}

/** @returns {string[]} `file:line: what is wrong` */
function search() {
  const folder = process.env.KILN_KUBERNETES_SOURCE;
  const lookUp = folder === undefined ? () => [] : createLookup(folder);
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  return files
    .split("\n")
    .filter((file) => file !== "" && !file.startsWith("scripts/sources") && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return text.includes("Kubernetes: ")
        ? readComments(text).flatMap((comment) => explain(file, comment, lookUp))
        : [];
    });
}

/**
 * @param {string} file
 * @param {{ line: number, text: string }} comment
 * @param {(source: { file: string, names: string[] }) => string[]} lookUp
 * @returns {string[]}
 */
function explain(file, { line, text }, lookUp) {
  const recordings = [...text.matchAll(OTHER_SOURCE)].flatMap(([, recording]) => recording ?? []);
  const faults = [
    ...(isSourced(text) ? [] : ["names no source"]),
    ...recordings
      .filter((name) => !existsSync(join(root, "conformance", "golden", `${name}.json`)))
      .map((name) => `no recording conformance/golden/${name}.json`),
    ...readGoSources(text).flatMap(lookUp),
  ];
  return faults.map((fault) => `${file}:${line}: ${fault}: ${text}`);
}

/** @returns {number} exit code */
export function checkSources() {
  const found = search();
  for (const hit of found) {
    console.error(hit);
  }
  if (found.length > 0) {
    console.error(
      `sources: ${found.length} comments: write "Kubernetes: <fact> (<file.go Func>, v1.36)", "(KEP-NNNN)" or "(golden/<recording>)"`,
    );
  }
  return found.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = checkSources();
}
