import type { JsonObject } from "@kiln/api";
import { apiVersionOf } from "../resources/resource.ts";
import type { SchemaMap } from "./schema-map.ts";

/** Built-in types whose names begin alike. */
interface TypePackage {
  readonly prefix: string;
  /** The group version whose kinds are in it; absent for types that several share. */
  readonly apiVersion?: string;
  load(): Promise<SchemaMap>;
}

const PACKAGES: readonly TypePackage[] = [
  {
    prefix: "io.k8s.apimachinery.pkg.",
    load: async () => (await import("./data/meta-v1.ts")).metaV1,
  },
  {
    prefix: "io.k8s.api.core.v1.",
    apiVersion: "v1",
    load: async () => (await import("./data/core-v1.ts")).coreV1,
  },
  {
    prefix: "io.k8s.api.autoscaling.v1.",
    apiVersion: "autoscaling/v1",
    load: async () => (await import("./data/autoscaling-v1.ts")).autoscalingV1,
  },
  {
    prefix: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.",
    apiVersion: "apiextensions.k8s.io/v1",
    load: async () => (await import("./data/apiextensions-v1.ts")).apiextensionsV1,
  },
  {
    prefix: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.",
    apiVersion: "apiextensions.k8s.io/v1beta1",
    load: async () => (await import("./data/apiextensions-v1beta1.ts")).apiextensionsV1beta1,
  },
];

/** What the types of a built-in group version are called up to the kind. */
export function prefixOfBuiltIns({ group, version }: { readonly group: string; readonly version: string }): string {
  const apiVersion = apiVersionOf({ group, version });
  const known = PACKAGES.find((found) => found.apiVersion === apiVersion);
  return known?.prefix ?? `io.k8s.api.${group.split(".")[0]}.${version}.`;
}

/** A type nobody has described is published as an object that may hold anything. */
export async function loadType(name: string): Promise<JsonObject> {
  const found = PACKAGES.find(({ prefix }) => name.startsWith(prefix));
  const types = (await found?.load()) ?? {};
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  return type ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true };
}
