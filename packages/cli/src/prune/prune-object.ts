import { deepCopy, type JsonObject, printYaml } from "@kiln/api";
import { compileSchema } from "@kiln/schema";
import type { CrdKind } from "../definitions/read-kinds.ts";
import { locateField, type Manifest } from "../manifests/manifest.ts";
import type { ReportedFault } from "../report/print-fault.ts";

/** An object without the fields that its CRD does not specify. */
export interface PrunedObject {
  readonly text: string;
  /** One entry for each removed field. */
  readonly faults: readonly (ReportedFault & { readonly line: string })[];
}

/** Removes unspecified fields. Objects of kinds without a CRD are returned unchanged. */
export function pruneObject(manifest: Manifest, kinds: readonly CrdKind[]): PrunedObject {
  const object = deepCopy(manifest.object);
  const kind = kinds.find((each) => isOf(object, each));
  if (kind === undefined) {
    return { text: printYaml(object), faults: [] };
  }
  const { preserveUnknownFields, schema } = kind;
  const { removed } = compileSchema(schema, { semantics: "kep", preserveUnknownFields }).prune(object, {
    tracksRemoved: true,
    isStored: true,
  });
  return { text: printYaml(object), faults: removed.map((field) => toFault(field, manifest)) };
}

function isOf({ apiVersion, kind }: JsonObject, known: CrdKind): boolean {
  return kind === known.kind && apiVersion === `${known.group}/${known.version}`;
}

function toFault(field: string, manifest: Manifest): PrunedObject["faults"][number] {
  const { position, text } = locateField(manifest, field);
  return { position, severity: "warning", message: `unknown field "${field}" is pruned`, line: text };
}
