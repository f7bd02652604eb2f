import { readKinds } from "../definitions/read-kinds.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import { disk, readManifests } from "../manifests/manifest.ts";
import { mayPaint } from "../report/paint.ts";
import { printFault } from "../report/print-fault.ts";
import { pruneObject } from "./prune-object.ts";

export interface RunPruneOptions {
  readonly paths: readonly string[];
  readonly definitions: readonly string[];
  readonly isCheck: boolean;
}

/** Exit code 0; 1 if `isCheck` is set and a field would be removed. */
export function runPrune({ paths, definitions, isCheck }: RunPruneOptions): number {
  const kinds = readKinds(definitions);
  const objects = readManifests(paths, disk).filter((manifest) => !isDefinition(manifest.object));
  const hasColor = mayPaint(process.stderr);
  let gone = 0;
  for (const manifest of objects) {
    const { text, faults } = pruneObject(manifest, kinds);
    gone += faults.length;
    for (const fault of faults) {
      process.stderr.write(printFault(fault, { lineAt: () => fault.line, hasColor }));
    }
    if (!isCheck) {
      process.stdout.write(`---\n${text}`);
    }
  }
  return isCheck && gone > 0 ? 1 : 0;
}
