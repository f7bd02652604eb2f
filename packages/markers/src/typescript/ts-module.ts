import type { SourceFiles } from "../source-files.ts";
import { parseTs } from "./parse-ts.ts";
import type { TsDeclaration, TsFile } from "./ts-file.ts";

/** Files that import from each other, read when they are first asked for. */
export interface TsModule {
  /** Undefined if there is no such file. Throws SourceSyntaxError. */
  read(path: string): TsFile | undefined;
  /** Where a name comes from: this file, or one that it imports. Undefined if nobody declares it. */
  find(name: string, file: TsFile): { readonly declaration: TsDeclaration; readonly file: TsFile } | undefined;
}

export function createTsModule(files: SourceFiles): TsModule {
  const known = new Map<string, TsFile | undefined>();
  const read = (path: string): TsFile | undefined => {
    if (!known.has(path)) {
      const source = files.read(path);
      known.set(path, source === undefined ? undefined : parseTs(source, path));
    }
    return known.get(path);
  };
  const find: TsModule["find"] = (name, file) => {
    const declaration = file.declarations.find((each) => each.name === name);
    if (declaration !== undefined) {
      return { declaration, file };
    }
    const source = file.imports.find(({ names }) => names.has(name));
    const imported = source?.from.startsWith(".") ? readImported(source.from, file) : undefined;
    return imported === undefined ? undefined : find(source?.names.get(name) ?? name, imported);
  };
  const readImported = (from: string, { path }: TsFile): TsFile | undefined => {
    const target = joinPath(path.slice(0, path.lastIndexOf("/")), from);
    const candidates = [target, target.replace(/\.js$/, ".ts"), `${target}.ts`, `${target}.d.ts`, `${target}/index.ts`];
    return candidates.map(read).find((file) => file !== undefined);
  };
  return { read, find };
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
