import type { AdmissionRequest, Verdict } from "../rules/judge.ts";

/** What the webhook decided so far. */
export interface VerdictMetrics {
  count(request: AdmissionRequest, verdict: Verdict): void;
  /** In the text format of Prometheus. */
  print(): string;
}

/** Names of resources and operations that get a label of their own; clients cannot make others. */
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
  const counts = new Map<string, number>();
  let ratcheted = 0;
  return {
    count(request, verdict) {
      const [first] = verdict.violations;
      const { resource, version } = Object(request.resource) as { resource?: unknown; version?: unknown };
      const labels = [
        `resource="${known(RESOURCES, resource)}"`,
        `version="${known(VERSIONS, version)}"`,
        `operation="${known(OPERATIONS, request.operation)}"`,
        `result="${verdict.isAllowed ? "allowed" : "denied"}"`,
        `rule="${first?.rule ?? ""}"`,
        `dry_run="${request.dryRun === true}"`,
      ];
      const key = labels.join(",");
      counts.set(key, (counts.get(key) ?? 0) + 1);
      ratcheted += verdict.ratcheted.length > 0 ? 1 : 0;
    },
    print: () =>
      [
        "# HELP snapshot_webhook_verdicts_total Reviews judged, by what they were about and the first rule that denied.",
        "# TYPE snapshot_webhook_verdicts_total counter",
        ...[...counts].map(([labels, count]) => `snapshot_webhook_verdicts_total{${labels}} ${count}`),
        "# HELP snapshot_webhook_ratcheted_total Updates allowed only because the object was invalid before.",
        "# TYPE snapshot_webhook_ratcheted_total counter",
        `snapshot_webhook_ratcheted_total ${ratcheted}`,
        "",
      ].join("\n"),
  };
}

function known(names: readonly string[], name: unknown): string {
  return typeof name === "string" && names.includes(name) ? name : "other";
}
