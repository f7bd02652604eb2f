import { type KubeObject, StatusError } from "@kiln/api";
import type { Client } from "@kiln/client";
import { isLabelled } from "../controller/plan-marking.ts";
import { findViolations, rulesFor, type SnapshotKind } from "../rules/rule-set.ts";
import type { Violation } from "../rules/violation.ts";
import { findVersion, SNAPSHOT_KINDS, typeOf } from "../snapshot-types.ts";

/** An object that violates a rule. */
export interface InvalidObject {
  readonly kind: SnapshotKind;
  /** Namespace of the object; empty for a cluster-scoped kind. */
  readonly namespace: string;
  readonly name: string;
  readonly violations: readonly Violation[];
  readonly isLabelled: boolean;
}

export interface AuditProgress {
  readonly kind: SnapshotKind;
  /** Number of objects checked so far. */
  readonly done: number;
  readonly invalid: number;
}

export interface AuditReport {
  readonly onInvalid?: (object: InvalidObject) => void;
  /** Called after every {@link PROGRESS_STEP} objects, and at the end of each kind. */
  readonly onProgress?: (progress: AuditProgress) => void;
}

export interface AuditTotals {
  readonly objects: number;
  readonly invalid: number;
}

const PROGRESS_STEP = 1000;

/** Validates every object of the cluster, page by page, whatever its labels. */
export async function audit(client: Client, report: AuditReport = {}): Promise<AuditTotals> {
  const version = await findVersion(client);
  let totals: AuditTotals = { objects: 0, invalid: 0 };
  for (const kind of version === undefined ? [] : SNAPSHOT_KINDS) {
    const type = typeOf(kind, version ?? "v1");
    const { objects, invalid } = await auditKind(kind, client.listAll(type), report).catch(noneIfUnknown);
    totals = { objects: totals.objects + objects, invalid: totals.invalid + invalid };
  }
  return totals;
}

/** Empty totals for a kind that the cluster does not have. */
function noneIfUnknown(error: unknown): AuditTotals {
  if (error instanceof StatusError && error.status.code === 404) {
    return { objects: 0, invalid: 0 };
  }
  throw error;
}

async function auditKind(
  kind: SnapshotKind,
  objects: AsyncIterable<KubeObject>,
  { onInvalid, onProgress }: AuditReport,
): Promise<AuditTotals> {
  const rules = rulesFor(kind, "v1", { semantics: "kep" });
  let done = 0;
  let invalid = 0;
  for await (const object of objects) {
    const violations = findViolations(rules, object);
    if (violations.length > 0) {
      const { namespace = "", name = "" } = object.metadata;
      onInvalid?.({ kind, namespace, name, violations, isLabelled: isLabelled(kind, object) });
      invalid++;
    }
    done++;
    if (done % PROGRESS_STEP === 0) {
      onProgress?.({ kind, done, invalid });
    }
  }
  onProgress?.({ kind, done, invalid });
  return { objects: done, invalid };
}
