import { packages } from "../natives/data/index.ts";
import type { PackageText } from "../natives/package-text.ts";
import { apiVersionOf } from "../resource/resource.ts";

/** The messages of each group version that has some, as text: the README beside the data says how to read it. */
export const messagePackages: ReadonlyMap<string, string> = new Map(
  packages.flatMap((text) => (text.messages === undefined ? [] : [[versionOf(text), text.messages]])),
);

function versionOf({ apiVersion, group = "", version = "" }: PackageText): string {
  return apiVersion ?? apiVersionOf({ group, version });
}

/** Other files by which messages name them. */
export const messageAliases: ReadonlyMap<string, string> = new Map([
  ["core", "v1"],
  ["meta", "meta.k8s.io/v1"],
]);
