import { type JsonObject, printYaml } from "@kiln/api";
import { definitionsOfPhase, definitionsOfStyle } from "@kiln/snapshot";

const FOLDERS: Readonly<Record<string, () => JsonObject[]>> = {
  "phase-1": () => definitionsOfPhase(1),
  "phase-2": () => definitionsOfPhase(2),
  "phase-3": () => definitionsOfPhase(3),
  "phase-4": () => definitionsOfPhase(4),
  cel: () => definitionsOfStyle("cel"),
  marks: () => definitionsOfStyle("marks"),
};

const MADE = "# Made by npm run docs:snapshots from packages/snapshot/src/definitions.\n";

/** The CRDs of every phase and style, by their path below `deploy/snapshot/crds`. */
export function definitionFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [folder, define] of Object.entries(FOLDERS)) {
    const names: string[] = [];
    for (const definition of define()) {
      const name = `${(definition.metadata as { name: string }).name.split(".")[0]}.yaml`;
      files.set(`${folder}/${name}`, MADE + printYaml(definition));
      names.push(name);
    }
    const kustomization = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources: names };
    files.set(`${folder}/kustomization.yaml`, MADE + printYaml(kustomization));
  }
  return files;
}
