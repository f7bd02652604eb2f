import type { JsonObject } from "@kiln/api";
import { buildDefinitions } from "../crd/build-definitions.ts";
import { openGoModule } from "../go/go-module.ts";
import { createGoPackages } from "../go/go-packages.ts";
import { readGoSource } from "../go/read-go-source.ts";
import { createSchemaBuilder } from "../schema/build-schema.ts";
import type { SourceFiles } from "../source-files.ts";
import type { SourcePackage } from "../source-model.ts";
import { printPosition, type SourceFault } from "../source-position.ts";
import { loadParseTs } from "../typescript/parse-ts.ts";
import { readTsSource } from "../typescript/read-ts-source.ts";
import { createTsModule } from "../typescript/ts-module.ts";

/** Generated CRDs, with errors and warnings as `severity line:column message`. */
export interface Generated {
  readonly definitions: readonly JsonObject[];
  readonly faults: readonly string[];
  /** The schema of any type. */
  schemaOf(name: string): JsonObject;
}

/** Files by path. */
export function filesOf(texts: Readonly<Record<string, string>>): SourceFiles {
  return {
    list: (folder) =>
      Object.keys(texts)
        .filter((path) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/"))
        .map((path) => path.slice(folder.length + 1))
        .sort(),
    read: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
  };
}

/** Generates CRDs from the Go source of one package. */
export function generateGo(source: string): Generated {
  const files = filesOf({ "/m/go.mod": "module example.org/m\n", "/m/v1/types.go": `package v1\n${source}` });
  const packages = createGoPackages(openGoModule("/m/v1", { files, moduleCache: "/cache" }), files);
  const faults: SourceFault[] = [];
  const pkg = packages.atFolder("/m/v1");
  if (pkg === undefined) {
    throw new Error("no package");
  }
  return generate(readGoSource(pkg, packages, faults), faults);
}

const parseTs = await loadParseTs();

export function generateTs(source: string): Generated {
  const module = createTsModule(filesOf({ "/m/v1.ts": source }), parseTs);
  const faults: SourceFault[] = [];
  const file = module.read("/m/v1.ts");
  if (file === undefined) {
    throw new Error("no file");
  }
  return generate(readTsSource(file, module, faults), faults);
}

function generate(source: SourcePackage, found: readonly SourceFault[]): Generated {
  const { definitions, faults } = buildDefinitions([source]);
  const builder = createSchemaBuilder();
  const all = source.declarations.map((declaration) => [declaration.name, builder.build(declaration)] as const);
  const schemas = new Map(all);
  const told = [
    ...found,
    ...builder.faults,
    ...faults.filter((fault) => !builder.faults.some((each) => same(each, fault))),
  ];
  return {
    definitions,
    faults: told.map(({ severity, position, message }) => {
      const [, line, column] = /:(\d+):(\d+)$/.exec(printPosition(position)) ?? [];
      return `${severity} ${line}:${column} ${message}`;
    }),
    schemaOf: (name) => schemas.get(name) ?? {},
  };
}

function same(a: SourceFault, b: SourceFault): boolean {
  return a.message === b.message && printPosition(a.position) === printPosition(b.position);
}
