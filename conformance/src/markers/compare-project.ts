import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject } from "@kiln/api";
import { buildDefinitions, createGoPackages, openGoModule, readGoSource, type SourceFault } from "@kiln/markers";
import { readManifests } from "../ecosystem/read-manifests.ts";
import { compareSchemas, type FieldDifference } from "./compare-schemas.ts";
import type { GoProject } from "./go-projects.ts";

export interface ProjectComparison {
  readonly definitions: number;
  readonly equal: number;
  readonly differences: readonly (FieldDifference & { readonly definition: string })[];
  readonly faults: readonly SourceFault[];
}

/** CRDs from the project's types beside those it publishes; kinds that only one side has are left out. */
export function compareProject(project: GoProject, folder: string, moduleCache: string): ProjectComparison {
  const faults: SourceFault[] = [];
  const made = generate(project, { folder, moduleCache, faults });
  const total = { definitions: 0, equal: 0 };
  const differences: (FieldDifference & { definition: string })[] = [];
  const edits = new Set(project.edits ?? []);
  for (const { object } of readManifests(folder, project.definitions)) {
    for (const [id, published] of schemasOf(object)) {
      const generated = made.get(id);
      if (generated !== undefined) {
        const compared = compareSchemas(published, generated, edits);
        total.definitions++;
        total.equal += compared.equal;
        differences.push(...compared.differences.map((difference) => ({ ...difference, definition: id })));
      }
    }
  }
  return { ...total, differences, faults };
}

interface Generating {
  readonly folder: string;
  readonly moduleCache: string;
  readonly faults: SourceFault[];
}

function generate({ packages }: GoProject, { folder, moduleCache, faults }: Generating): Map<string, JsonObject> {
  const files = {
    list: (path: string) => (existsSync(path) ? readdirSync(path).sort() : []),
    read: (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
  };
  const known = createGoPackages(openGoModule(folder, { files, moduleCache }), files);
  const sources = packages.flatMap((path) => {
    const pkg = known.atFolder(join(folder, path));
    return pkg === undefined ? [] : [readGoSource(pkg, known, faults)];
  });
  const { definitions, faults: found } = buildDefinitions(sources);
  faults.push(...found);
  return new Map(definitions.flatMap((definition) => [...schemasOf(definition)]));
}

/** By the name of the CRD and of the version. */
function schemasOf({ kind, metadata, spec }: JsonObject): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  if (kind !== "CustomResourceDefinition" || !isJsonObject(metadata) || !isJsonObject(spec)) {
    return found;
  }
  for (const version of Array.isArray(spec.versions) ? spec.versions.filter(isJsonObject) : []) {
    const schema = isJsonObject(version.schema) ? version.schema.openAPIV3Schema : undefined;
    if (isJsonObject(schema)) {
      found.set(`${String(metadata.name)}/${String(version.name)}`, schema);
    }
  }
  return found;
}

/** Where modules rest, told from where one of them is. */
export function moduleCacheOf(folder: string, { module }: GoProject): string {
  return module.split("/").reduce((path) => dirname(path), folder);
}
