// Copies the type declarations that the published package's entry points reach. Imports of workspace packages become
// relative, so that users need not install any.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/**
 * Bundled libraries whose types no entry point exposes: their types become `unknown`, so users need not install them.
 */
const OPAQUE = ["re2js"];
const OPAQUE_IMPORT = new RegExp(`^import \\{ ([^}]+) \\} from "(?:${OPAQUE.join("|")})";$`, "gm");
const IMPORTED = /(\bfrom\s+|\bimport\(\s*|^import\s+)"([^"]+)"/gm;

/**
 * @param {{ entries: readonly string[], packages: string, target: string }} options `entries` are .d.ts files below
 *   `packages`; each keeps its path from there below `target`
 * @returns {string[]} names of packages that the declarations import and that are not copied
 */
export function copyTypes({ entries, packages, target }) {
  const waiting = [...entries];
  const seen = new Set(waiting);
  const outside = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const from = dirname(file);
    const text = hideOpaque(readFileSync(file, "utf8")).replace(IMPORTED, (_, before, name) => {
      const found = findDeclaration(name, from, packages);
      if (found === undefined) {
        outside.add(name);
        return `${before}"${name}"`;
      }
      if (!seen.has(found)) {
        seen.add(found);
        waiting.push(found);
      }
      const path = relative(from, found).replace(/\.d\.ts$/, ".js");
      return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
    });
    const copy = join(target, relative(packages, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ""));
  }
  return [...outside].filter((name) => !name.startsWith("node:")).sort();
}

/** @param {string} text */
function hideOpaque(text) {
  return text.replace(OPAQUE_IMPORT, (_, names) =>
    names
      .split(", ")
      .map((/** @type {string} */ name) => `type ${name.replace(/^type /, "")} = unknown;`)
      .join(" "),
  );
}

/**
 * @param {string} name as the declaration imports it
 * @param {string} from the declaration's folder
 * @param {string} packages
 */
function findDeclaration(name, from, packages) {
  if (name.startsWith(".")) {
    return join(from, name).replace(/\.(ts|js)$/, ".d.ts");
  }
  const [, own, subpath = ""] = /^@kiln\/([^/]+)(\/.*)?$/.exec(name) ?? [];
  if (own === undefined) {
    return undefined;
  }
  const folder = join(packages, own);
  const { exports } = createRequire(import.meta.url)(join(folder, "package.json"));
  return join(folder, exports[`.${subpath}`].types);
}
