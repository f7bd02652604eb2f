import type { SourceFiles } from "../source-files.ts";

/** Finds the folder of a Go package by its import path. */
export interface GoModule {
  /** Folder of an import path; if undefined, `why` has the next step. */
  folderOf(importPath: string): string | undefined;
  /** The import path of a folder below the module. */
  importPathOf(folder: string): string;
}

export interface GoModuleOptions {
  readonly files: SourceFiles;
  /** Directory of downloaded modules: `GOMODCACHE`. */
  readonly moduleCache: string;
}

interface ModFile {
  readonly root: string;
  readonly path: string;
  readonly versions: ReadonlyMap<string, string>;
  readonly replaced: ReadonlyMap<string, string>;
}

/**
 * Module that contains a folder. A folder outside of any module becomes a module of its own, with the standard library
 * only.
 */
export function openGoModule(folder: string, { files, moduleCache }: GoModuleOptions): GoModule {
  const mod = findModFile(folder, files);
  const find = (importPath: string): string | undefined => {
    if (isBelow(importPath, mod.path)) {
      return mod.root + importPath.slice(mod.path.length);
    }
    const vendored = `${mod.root}/vendor/${importPath}`;
    if (files.list(vendored).length > 0) {
      return vendored;
    }
    const parents = [...mod.versions.keys(), ...mod.replaced.keys()].filter((path) => isBelow(importPath, path));
    const parent = parents.sort((a, b) => b.length - a.length)[0];
    return parent === undefined ? undefined : folderOfModule(parent, importPath.slice(parent.length));
  };
  const folderOfModule = (path: string, rest: string): string => {
    const replacement = mod.replaced.get(path);
    if (replacement?.startsWith(".") || replacement?.startsWith("/")) {
      return `${replacement.startsWith("/") ? replacement : `${mod.root}/${replacement}`}${rest}`;
    }
    const [target, version] = replacement?.split(" ") ?? [path, mod.versions.get(path) ?? ""];
    return `${moduleCache}/${escapePath(target ?? path)}@${escapePath(version ?? "")}${rest}`;
  };
  return {
    folderOf: find,
    importPathOf: (inside) => (inside.startsWith(mod.root) ? mod.path + inside.slice(mod.root.length) : inside),
  };
}

function isBelow(importPath: string, modulePath: string): boolean {
  return importPath === modulePath || importPath.startsWith(`${modulePath}/`);
}

/**
 * Path in the module cache, where Go writes a capital as an exclamation mark and a small letter, for case-insensitive
 * file systems.
 */
function escapePath(path: string): string {
  return path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

function findModFile(folder: string, files: SourceFiles): ModFile {
  for (let root = folder; root !== ""; root = root.slice(0, Math.max(root.lastIndexOf("/"), 0))) {
    const text = files.read(`${root}/go.mod`);
    if (text !== undefined) {
      return parseModFile(text, root);
    }
  }
  return { root: folder, path: folder, versions: new Map(), replaced: new Map() };
}

/** Parses go.mod: `require a v1` and `replace a => b v2`, alone or in brackets. */
function parseModFile(text: string, root: string): ModFile {
  const versions = new Map<string, string>();
  const replaced = new Map<string, string>();
  let path = root;
  let block = "";
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\/\/.*/, "").trim();
    const [word = "", ...rest] = line.split(/\s+/);
    if (line === ")") {
      block = "";
    } else if (rest[0] === "(") {
      block = word;
    } else {
      const [verb, parts] = block === "" ? [word, rest] : [block, [word, ...rest]];
      if (verb === "module") {
        path = parts[0] ?? root;
      } else if (verb === "require" && parts[0] !== undefined) {
        versions.set(parts[0], parts[1] ?? "");
      } else if (verb === "replace" && parts[0] !== undefined) {
        replaced.set(parts[0], parts.slice(parts.indexOf("=>") + 1).join(" "));
      }
    }
  }
  return { root, path, versions, replaced };
}
