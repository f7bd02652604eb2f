import { packages } from "../natives/data/index.ts";
import type { PackageText } from "../natives/package-text.ts";
import { apiVersionOf } from "../resource/resource.ts";

/** Messages of each group version as text; the README of the data folder describes the format. */
export const messagePackages: ReadonlyMap<string, string> = new Map(
  packages.flatMap((text) => (text.messages === undefined ? [] : [[versionOf(text), text.messages]])),
);

function versionOf({ apiVersion, group = "", version = "" }: PackageText): string {
  return apiVersion ?? apiVersionOf({ group, version });
}

/** Aliases of group versions in references between messages. */
export const messageAliases: ReadonlyMap<string, string> = new Map([
  ["core", "v1"],
  ["meta", "meta.k8s.io/v1"],
]);
