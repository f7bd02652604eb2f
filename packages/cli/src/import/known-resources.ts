import { asObject, asObjects, type JsonObject, parseGroupVersion, textAt } from "@kiln/api";
import { packages, type ResourceFacts } from "@kiln/kinds";
import { isDefinition } from "../manifests/is-definition.ts";
import type { ImportedResource } from "./import-record.ts";

/** A resource in one version, as Kiln serves it. */
export interface KnownResource extends ImportedResource {
  readonly version: string;
  readonly kind: string;
}

/** Resource of CRDs, which are not in the data of the built-in kinds. */
export const DEFINITIONS: KnownResource = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  kind: "CustomResourceDefinition",
  isNamespaced: false,
};

/** Built-in resources of Kiln, except {@link DEFINITIONS}. */
export function listBuiltIn(): KnownResource[] {
  return packages.flatMap(({ group, version, resources }) =>
    group === undefined || version === undefined
      ? []
      : (JSON.parse(resources) as ResourceFacts[]).map(({ plural, kind, scope }) => {
          return { group, version, plural, kind, isNamespaced: scope !== "Cluster" };
        }),
  );
}

/** Resources of CRDs in every served version, the storage version first. */
export function listCustom(definitions: readonly JsonObject[]): KnownResource[] {
  return definitions.flatMap((definition) => {
    const spec = asObject(definition.spec);
    const { plural, kind } = asObject(spec.names);
    const versions = asObjects(spec.versions).filter(({ served }) => served === true);
    const ordered = [...versions].sort((a, b) => Number(b.storage === true) - Number(a.storage === true));
    return ordered.map(({ name }) => ({
      group: textAt(spec, "group"),
      version: String(name),
      plural: String(plural),
      kind: String(kind),
      isNamespaced: spec.scope === "Namespaced",
    }));
  });
}

/** Finds the resource of an object by its apiVersion and kind. */
export function createResourceFinder(
  objects: readonly JsonObject[],
): (object: JsonObject) => KnownResource | undefined {
  const known = new Map(
    [DEFINITIONS, ...listBuiltIn(), ...listCustom(objects.filter(isDefinition))].map((each) => [
      `${each.group}/${each.version}/${each.kind}`,
      each,
    ]),
  );
  return ({ apiVersion, kind }) => {
    const { group, version } = parseGroupVersion(String(apiVersion ?? "")).value ?? { group: "", version: "" };
    return known.get(`${group}/${version}/${kind}`);
  };
}
