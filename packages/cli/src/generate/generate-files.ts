import { statSync } from "node:fs";
import { dirname } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, printYaml, setOwn } from "@kiln/api";
import {
  buildDefinitions,
  createGoPackages,
  createTsModule,
  openGoModule,
  type ParseTs,
  printTypes,
  readGoSource,
  readTsSource,
  type SourceFault,
  type SourceFiles,
  type SourcePackage,
  SourceSyntaxError,
} from "@kiln/markers";
import { UsageError } from "../command.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import { disk, readManifests } from "../manifests/manifest.ts";
import { expandPatterns } from "./expand-patterns.ts";
import type { GenerateOptions } from "./generate-options.ts";
import { findModuleCache } from "./node-source-files.ts";

export interface GeneratedFiles {
  /** Text of each file, by file name. */
  readonly files: ReadonlyMap<string, string>;
  readonly faults: readonly SourceFault[];
}

export interface Sources {
  readonly files: SourceFiles;
  /** Parser for TypeScript, a native module; undefined if no input is TypeScript. */
  readonly parseTs: ParseTs | undefined;
}

export function generateFiles(options: GenerateOptions, sources: Sources): GeneratedFiles {
  return options.makesTypes ? generateTypes(options) : generateDefinitions(options, sources);
}

function generateDefinitions(options: GenerateOptions, { files, parseTs }: Sources): GeneratedFiles {
  const faults: SourceFault[] = [];
  const inputs = expandPatterns(options.inputs);
  const sources = inputs.flatMap((path) => readInput(path, { files, parseTs, faults }));
  const { definitions, faults: found } = buildDefinitions(sources, options);
  const printed = definitions.map(
    (definition) => [fileName(definition), `---\n${printYaml(sortKeys(definition))}`] as const,
  );
  return { files: new Map(printed), faults: [...faults, ...found].filter((fault) => isNews(fault, inputs)) };
}

/** Whether an error is reported: published types have hundreds of markers for other tools, which are not. */
function isNews({ isLeftAlone, position }: SourceFault, inputs: readonly string[]): boolean {
  return isLeftAlone !== true || inputs.some((input) => input === position.file || input === dirname(position.file));
}

interface Reading extends Sources {
  readonly faults: SourceFault[];
}

/** Reads an input: a folder is a Go package, a file is TypeScript. Input that cannot be read is one error. */
function readInput(path: string, reading: Reading): SourcePackage[] {
  const { faults } = reading;
  try {
    return [path.endsWith(".ts") ? readTsFile(path, reading) : readGoFolder(path, reading)];
  } catch (error) {
    if (error instanceof SourceSyntaxError) {
      faults.push({ position: error.position, severity: "error", message: error.message });
      return [];
    }
    throw error;
  }
}

function readTsFile(path: string, { files, parseTs, faults }: Reading): SourcePackage {
  if (parseTs === undefined) {
    throw new Error(`the TypeScript parser was not loaded for ${path}`);
  }
  const module = createTsModule(files, parseTs);
  const file = module.read(path);
  if (file === undefined) {
    throw new UsageError(`there is no file ${path}`);
  }
  return readTsSource(file, module, faults);
}

function readGoFolder(path: string, { files, faults }: Reading): SourcePackage {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`${path} is neither a folder with Go files nor a .ts file`);
  }
  const packages = createGoPackages(openGoModule(path, { files, moduleCache: findModuleCache(process.env) }), files);
  const pkg = packages.atFolder(path);
  if (pkg === undefined) {
    throw new UsageError(`there are no Go files in ${path}`);
  }
  return readGoSource(pkg, packages, faults);
}

function generateTypes({ inputs }: GenerateOptions): GeneratedFiles {
  const printed = new Map<string, string>();
  for (const { object: definition } of readManifests(inputs, disk)) {
    if (isWholeDefinition(definition)) {
      const { plural = "" } = (definition.spec as JsonObject).names as JsonObject;
      for (const [version, source] of printTypes(definition)) {
        printed.set(`${plural}.${version}.ts`, source);
      }
    }
  }
  return { files: printed, faults: [] };
}

function isWholeDefinition(object: JsonObject): boolean {
  const { spec } = object;
  return isDefinition(object) && isJsonObject(spec) && isJsonObject(spec.names);
}

/** File name of a CRD, as controller-gen names it. */
function fileName({ spec }: JsonObject): string {
  const { group, names } = spec as { group: string; names: { plural: string } };
  return `${group}_${names.plural}.yaml`;
}

/** Sorts keys, so that equal sources give equal bytes, whatever the order of fields. */
function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(sortKeys);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).sort()) {
    setOwn(sorted, key, sortKeys(value[key] as JsonValue));
  }
  return sorted;
}
