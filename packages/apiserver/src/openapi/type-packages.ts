import type { JsonObject } from "@kiln/api";
import { packages } from "../natives/data/index.ts";
import { apiVersionOf } from "../resources/resource.ts";
import { publishNative } from "./publish-native.ts";
import type { SchemaMap } from "./schema-map.ts";

/** Built-in types that are described by hand; all others are made from the data of their kinds. */
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
  const native = packages.find((text) => text.group === group && text.version === version);
  return known?.prefix ?? native?.prefix ?? `io.k8s.api.${group.split(".")[0]}.${version}.`;
}

/** A type that nobody knows is published as an object that may hold anything. */
export async function loadType(name: string): Promise<JsonObject> {
  const found = PACKAGES.find(({ prefix }) => name.startsWith(prefix));
  const types = (await found?.load()) ?? {};
  const type = Object.hasOwn(types, name) ? types[name] : publishNative(name);
  return type ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true };
}
