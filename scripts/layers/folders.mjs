// Checks that the folders of a package form no cycle of imports, of values or types. The rule applies at every level:
// the files and folders directly in one folder are compared, each as a whole. A folder's own files may list its parts
// or be used by its parts, but not both in one cycle. Two files in one folder may use each other's types; the linter
// checks that they do not need each other to load.

import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { readSources } from "./sources.mjs";

/**
 * @param {string} root
 * @param {readonly string[]} names packages
 * @returns {string[]} one sentence for each circle
 */
export function checkFolders(root, names) {
  return names.flatMap((name) => {
    const folder = join("packages", name, "src");
    return findCircles(readImports(join(root, folder))).map(
      (circle) => `${folder}: imports form a circle: ${circle}: move what both need into a folder below them`,
    );
  });
}

/**
 * @param {readonly { from: string, to: string }[]} imports paths below one folder
 * @returns {string[]} each circle that a folder is part of, with an import for each step
 */
export function findCircles(imports) {
  /** @type {Map<string, Map<string, Map<string, string>>>} */
  const levels = new Map();
  for (const { from, to } of imports) {
    const { level, above, below } = placeImport(from, to);
    const graph = levels.get(level) ?? new Map();
    const steps = graph.get(above) ?? new Map();
    steps.set(below, `${from} imports ${to}`);
    levels.set(level, graph.set(above, steps));
  }
  return [...levels.values()].flatMap((graph) => circlesOf(graph));
}

/**
 * Level at which two paths differ, and the entries of that level that contain them.
 * @param {string} from
 * @param {string} to
 */
function placeImport(from, to) {
  const [a, b] = [from.split("/"), to.split("/")];
  let depth = 0;
  while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) {
    depth++;
  }
  const entry = (/** @type {string[]} */ parts) => `${parts[depth]}${depth < parts.length - 1 ? "/" : ""}`;
  return { level: a.slice(0, depth).join("/"), above: entry(a), below: entry(b) };
}

/**
 * A shortest cycle for each folder that is part of one, each reported once.
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} graph
 */
function circlesOf(graph) {
  const told = new Set();
  const circles = [];
  for (const start of [...graph.keys()].filter((entry) => entry.endsWith("/")).sort()) {
    const path = findWayBack(graph, start);
    if (path !== undefined && !path.some((entry) => told.has(entry))) {
      path.forEach((entry) => {
        told.add(entry);
      });
      circles.push(describe(graph, path));
    }
  }
  return circles;
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} graph
 * @param {string} start
 * @returns {string[] | undefined} the entries on the shortest way from start to itself
 */
function findWayBack(graph, start) {
  const reached = new Map();
  const queue = [start];
  for (const entry of queue) {
    for (const next of graph.get(entry)?.keys() ?? []) {
      if (next === start) {
        const path = [entry];
        while (path[0] !== start) {
          path.unshift(reached.get(path[0]));
        }
        return path;
      }
      if (next !== entry && !reached.has(next)) {
        reached.set(next, entry);
        queue.push(next);
      }
    }
  }
  return undefined;
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} graph
 * @param {readonly string[]} path
 */
function describe(graph, path) {
  return path.map((entry, i) => graph.get(entry)?.get(String(path[(i + 1) % path.length]))).join(", ");
}

/**
 * @param {string} folder
 * @returns {{ from: string, to: string }[]}
 */
function readImports(folder) {
  return readSources(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return [...text.matchAll(/(?:from|import\(|import)\s*"(\.[^"]+)"/g)].map((match) => ({
      from: file,
      to: normalize(join(dirname(file), String(match[1]))),
    }));
  });
}
