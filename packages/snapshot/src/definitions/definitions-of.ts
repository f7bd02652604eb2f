import type { JsonObject } from "@kiln/api";
import { SNAPSHOT_GROUP } from "../rules/judge.ts";
import { type SnapshotDefinition, snapshotKinds } from "./kinds.ts";
import type { SchemaStyle } from "./schema-parts.ts";

/**
 * Phase of the migration to stricter validation. Phase 4 follows the three of the proposal: v1beta1 is no longer
 * served, and stays listed for upgrades.
 */
export type Phase = 1 | 2 | 3 | 4;

interface VersionSettings {
  readonly name: "v1" | "v1beta1";
  readonly served: boolean;
  readonly storage: boolean;
  readonly style: SchemaStyle;
  readonly isDeprecated?: boolean;
}

const BETA = { name: "v1beta1", style: "none" } as const;
const STABLE = { name: "v1", served: true, style: "oneOf" } as const;

const PHASES: Readonly<Record<Phase, readonly VersionSettings[]>> = {
  1: [{ ...BETA, served: true, storage: true }],
  2: [
    { ...STABLE, storage: false },
    { ...BETA, served: true, storage: true },
  ],
  3: [
    { ...STABLE, storage: true },
    { ...BETA, served: true, storage: false, isDeprecated: true },
  ],
  4: [
    { ...STABLE, storage: true },
    { ...BETA, served: false, storage: false, isDeprecated: true },
  ],
};

/** CRDs of a phase. A webhook enforces their rules. */
export function definitionsOfPhase(phase: Phase): JsonObject[] {
  return snapshotKinds.map((kind) => toDefinition(kind, PHASES[phase]));
}

/** CRDs whose schemas enforce the rules in both versions, without a webhook. */
export function definitionsOfStyle(style: SchemaStyle): JsonObject[] {
  return snapshotKinds.map((kind) =>
    toDefinition(
      kind,
      PHASES[3].map((version) => ({ ...version, style, isDeprecated: false })),
    ),
  );
}

function toDefinition(definition: SnapshotDefinition, versions: readonly VersionSettings[]): JsonObject {
  const { kind, plural, shortNames, isNamespaced } = definition;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${plural}.${SNAPSHOT_GROUP}`,
      // Kubernetes: CRDs of groups under k8s.io need this annotation (apiextensions/validation/validation.go
      // validateAPIApproval, v1.36).
      annotations: { "api-approved.kubernetes.io": "https://github.com/kubernetes-csi/external-snapshotter/pull/814" },
    },
    spec: {
      group: SNAPSHOT_GROUP,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase(), shortNames: [...shortNames] },
      scope: isNamespaced ? "Namespaced" : "Cluster",
      conversion: { strategy: "None" },
      versions: versions.map((version) => toVersion(definition, version)),
    },
  };
}

function toVersion(definition: SnapshotDefinition, version: VersionSettings): JsonObject {
  const { name, served, storage, style, isDeprecated = false } = version;
  const warning = `${SNAPSHOT_GROUP}/v1beta1 ${definition.kind} is deprecated; use ${SNAPSHOT_GROUP}/v1`;
  return {
    name,
    served,
    storage,
    ...(isDeprecated ? { deprecated: true, deprecationWarning: warning } : {}),
    additionalPrinterColumns: [...definition.columns],
    schema: { openAPIV3Schema: definition.schema(style, name) },
    ...(definition.hasStatus ? { subresources: { status: {} } } : {}),
  };
}
