import { createCounter, printMetrics } from "@kiln/api";
import type { AdmissionRequest, Verdict } from "../rules/judge.ts";

/** Counters of the webhook's decisions. */
export interface VerdictMetrics {
  count(request: AdmissionRequest, verdict: Verdict): void;
  /** Counters in the text format of Prometheus. */
  print(): string;
}

/** Values of the labels for resource and operation; others share one value, so that clients cannot create labels. */
const RESOURCES = [
  "volumesnapshots",
  "volumesnapshotcontents",
  "volumesnapshotclasses",
  "volumegroupsnapshots",
  "volumegroupsnapshotcontents",
  "volumegroupsnapshotclasses",
];
const VERSIONS = ["v1", "v1beta1", "v1alpha1", "v1beta2"];
const OPERATIONS = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

export function createVerdictMetrics(): VerdictMetrics {
  const verdicts = createCounter({
    name: "snapshot_webhook_verdicts_total",
    help: "Total number of reviews, by resource, operation and the first rule that denied.",
    labels: ["resource", "version", "operation", "result", "rule", "dry_run"],
  });
  const ratcheted = createCounter({
    name: "snapshot_webhook_ratcheted_total",
    help: "Total number of updates allowed only because the object was invalid before.",
  });
  ratcheted.cell([]);
  return {
    count(request, verdict) {
      const [first] = verdict.violations;
      const { resource, version } = Object(request.resource) as { resource?: unknown; version?: unknown };
      const labels = [
        known(RESOURCES, resource),
        known(VERSIONS, version),
        known(OPERATIONS, request.operation),
        verdict.isAllowed ? "allowed" : "denied",
        first?.rule ?? "",
        String(request.dryRun === true),
      ];
      verdicts.cell(labels).value++;
      ratcheted.cell([]).value += verdict.ratcheted.length > 0 ? 1 : 0;
    },
    print: () => printMetrics([verdicts, ratcheted]),
  };
}

function known(names: readonly string[], name: unknown): string {
  return typeof name === "string" && names.includes(name) ? name : "other";
}
