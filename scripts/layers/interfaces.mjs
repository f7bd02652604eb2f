// Checks the number of members of a package's interfaces, inherited ones included.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources } from "./sources.mjs";

/** Maximum number of members: a larger interface should be several. */
export const MAX_MEMBERS = 15;

/**
 * Interfaces without the limit: options and settings, which only their recipient uses. Others describe JSON whose
 * fields Kubernetes defines.
 */
const EXEMPT = /(?:Options|Settings|Flags)$/;
const JSON_SHAPES = new Set(["JsonSchema", "PodSpec"]);

/**
 * @param {string} root
 * @param {readonly string[]} names packages
 * @returns {string[]} one sentence for each interface that is too large
 */
export function checkInterfaces(root, names) {
  const declared = names.flatMap((name) => readInterfaces(join(root, "packages", name, "src")));
  const byName = new Map(declared.map((one) => [one.name, one]));
  return declared
    .filter(({ name }) => !EXEMPT.test(name) && !JSON_SHAPES.has(name))
    .map((one) => ({ one, members: membersOf(one, byName) }))
    .filter(({ one, members }) => members.size > MAX_MEMBERS)
    .map(
      ({ one, members }) =>
        `${one.file}: interface ${one.name} has ${members.size} members, at most ${MAX_MEMBERS} are allowed: split it by who uses them`,
    );
}

/** @typedef {{ file: string, name: string, extended: readonly string[], members: readonly string[] }} Interface */

/**
 * @param {Interface} declared
 * @param {ReadonlyMap<string, Interface>} byName
 * @returns {Set<string>}
 */
function membersOf({ extended, members }, byName) {
  const inherited = extended.flatMap((name) => {
    const parent = byName.get(name);
    return parent === undefined ? [] : [...membersOf(parent, byName)];
  });
  return new Set([...inherited, ...members]);
}

/**
 * @param {string} folder
 * @returns {Interface[]}
 */
function readInterfaces(folder) {
  return readSources(folder).flatMap((file) => parseInterfaces(join(folder, file)));
}

/**
 * @param {string} file
 * @returns {Interface[]}
 */
function parseInterfaces(file) {
  const text = withoutComments(readFileSync(file, "utf8"));
  const found = [];
  for (const match of text.matchAll(/^(?:export )?interface (\w+)(?:<[^{]*>)?(?: extends ([^{]+))? \{$/gm)) {
    const start = (match.index ?? 0) + match[0].length;
    const end = text.indexOf("\n}", start);
    const extended = (match[2] ?? "").split(",").map((name) => name.replace(/<.*/, "").trim());
    found.push({ file, name: String(match[1]), extended, members: parseMembers(text.slice(start, end)) });
  }
  return found;
}

/**
 * Members are indented by two spaces, which the formatter enforces.
 * @param {string} body
 */
function parseMembers(body) {
  const names = [...body.matchAll(/^ {2}(?:readonly |get |set )*(?:(\w+)|"([^"]+)")(?=[?:(<])/gm)];
  return names.map((match) => String(match[1] ?? match[2]));
}

/** @param {string} text */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
