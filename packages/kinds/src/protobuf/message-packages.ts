import { packages } from "../natives/data/index.ts";
import type { PackageText } from "../natives/package-text.ts";
import { apiVersionOf } from "../resource/resource.ts";

/** Messages of each group version as text; the README beside the data describes the format. */
export const messagePackages: ReadonlyMap<string, string> = new Map(
  packages.flatMap((text) => (text.messages === undefined ? [] : [[versionOf(text), text.messages]])),
);

function versionOf({ apiVersion, group = "", version = "" }: PackageText): string {
  return apiVersion ?? apiVersionOf({ group, version });
}

/** Aliases of packages by which messages refer to them. */
export const messageAliases: ReadonlyMap<string, string> = new Map([
  ["core", "v1"],
  ["meta", "meta.k8s.io/v1"],
]);
