import type { SourceFiles } from "../source-files.ts";
import type { ParseTs } from "./parse-ts.ts";
import type { TsDeclaration, TsFile } from "./ts-file.ts";

/** Files that import from each other, read when they are first requested. */
export interface TsModule {
  /** Parsed file; undefined if it does not exist. Throws SourceSyntaxError. */
  read(path: string): TsFile | undefined;
  /** Declaration of a name, in this file or one that it imports. Undefined if it is not declared. */
  find(name: string, file: TsFile): { readonly declaration: TsDeclaration; readonly file: TsFile } | undefined;
}

export function createTsModule(files: SourceFiles, parse: ParseTs): TsModule {
  const known = new Map<string, TsFile | undefined>();
  const read = (path: string): TsFile | undefined => {
    if (!known.has(path)) {
      const source = files.read(path);
      known.set(path, source === undefined ? undefined : parse(source, path));
    }
    return known.get(path);
  };
  const find = (name: string, file: TsFile, seen = new Set<TsFile>()): ReturnType<TsModule["find"]> => {
    const declaration = file.declarations.find((each) => each.name === name);
    if (declaration !== undefined || seen.has(file)) {
      return declaration && { declaration, file };
    }
    // Prevents endless recursion: files may re-export each other.
    seen.add(file);
    const named = file.imports.filter(({ names }) => names.has(name));
    for (const source of [...named, ...file.imports.filter(({ isAll }) => isAll)]) {
      const imported = readImported(source.from, file);
      const found = imported && find(source.names.get(name) ?? name, imported, seen);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  const readImported = (from: string, { path }: TsFile): TsFile | undefined => {
    if (!from.startsWith(".")) {
      return undefined;
    }
    const target = joinPath(path.slice(0, path.lastIndexOf("/")), from);
    const candidates = [target, target.replace(/\.js$/, ".ts"), `${target}.ts`, `${target}.d.ts`, `${target}/index.ts`];
    return candidates.map(read).find((file) => file !== undefined);
  };
  return { read, find: (name, file) => find(name, file) };
}

function joinPath(folder: string, relative: string): string {
  const parts = folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") {
      parts.pop();
    } else if (part !== ".") {
      parts.push(part);
    }
  }
  return parts.join("/");
}
