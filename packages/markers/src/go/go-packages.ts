import type { SourceFiles } from "../source-files.ts";
import type { GoConstant, GoFile, GoTypeDeclaration } from "./go-file.ts";
import type { GoModule } from "./go-module.ts";
import { isBuilt } from "./is-built.ts";
import { parseGo } from "./parse-go.ts";

/** A Go package: all files of a folder. */
export interface GoPackage {
  readonly name: string;
  readonly importPath: string;
  readonly files: readonly GoFile[];
  readonly types: ReadonlyMap<string, { readonly declaration: GoTypeDeclaration; readonly file: GoFile }>;
  readonly constants: readonly GoConstant[];
  /** Names of the methods of a type. */
  methodsOf(type: string): readonly string[];
}

/** Go packages, parsed when they are first requested. */
export interface GoPackages {
  atFolder(folder: string): GoPackage | undefined;
  atImportPath(importPath: string): GoPackage | undefined;
}

export function createGoPackages(module: GoModule, files: SourceFiles): GoPackages {
  const read = new Map<string, GoPackage | undefined>();
  const atFolder = (folder: string, importPath = module.importPathOf(folder)): GoPackage | undefined => {
    if (!read.has(folder)) {
      read.set(folder, readPackage(folder, importPath, files));
    }
    return read.get(folder);
  };
  return {
    atFolder,
    atImportPath(importPath) {
      const folder = module.folderOf(importPath);
      return folder === undefined ? undefined : atFolder(folder, importPath);
    },
  };
}

/** Parses the files of a folder, without tests and files with other build constraints. Throws SourceSyntaxError. */
function readPackage(folder: string, importPath: string, files: SourceFiles): GoPackage | undefined {
  const names = files.list(folder).filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"));
  const parsed = names.flatMap((name) => {
    const path = `${folder}/${name}`;
    const source = files.read(path) ?? "";
    return isBuilt(name, source) ? [parseGo(source, path)] : [];
  });
  const [first] = parsed;
  if (first === undefined) {
    return undefined;
  }
  const types = parsed.flatMap((file) =>
    file.types.map((declaration) => [declaration.name, { declaration, file }] as const),
  );
  return {
    name: first.packageName,
    importPath,
    files: parsed,
    types: new Map(types),
    constants: parsed.flatMap(({ constants }) => constants),
    methodsOf: (type) => parsed.flatMap(({ methods }) => methods.get(type) ?? []),
  };
}
