import {
  createCounter,
  createHistogram,
  createSummary,
  type HistogramCell,
  type MetricFamily,
  observe,
  type SummaryCell,
} from "@kiln/api";
import type { AdmissionOperation } from "../admission-operation.ts";
import { createPolicyMetrics, type PolicyMetrics } from "./policy-metrics.ts";
import { createWebhookMetrics, type WebhookMetrics } from "./webhook-metrics.ts";

/** Metrics of admission. Names, labels and buckets are kube-apiserver's. */
export interface AdmissionMetrics {
  readonly families: readonly MetricFamily[];
  readonly webhooks: WebhookMetrics;
  readonly policies: PolicyMetrics;
  /** Observes the duration of mutating or validating admission, over all plugins. */
  observeStep(step: AdmissionStep): void;
  observePlugin(name: string, step: AdmissionStep): void;
  observeConditions(conditions: ObservedConditions): void;
  /** Counts a webhook that was not called because of its match conditions. */
  countExclusion(about: ConditionOwner): void;
}

export interface AdmissionStep {
  readonly type: "admit" | "validate";
  readonly operation: AdmissionOperation;
  readonly seconds: number;
  readonly isRejected: boolean;
}

/** Webhook or policy that has the match conditions. */
export interface ConditionOwner {
  readonly name: string;
  readonly kind: "webhook" | "policy";
  readonly type: "admit" | "validate" | "validating";
  readonly operation: AdmissionOperation;
}

export interface ObservedConditions extends ConditionOwner {
  readonly seconds: number;
  readonly errorCount: number;
}

const STEP_SECONDS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const CONDITION_SECONDS: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const CONDITION_LABELS = ["name", "kind", "type", "operation"];
const OWNER = "by name and kind (webhook or policy) of its owner, operation and type (validate or admit).";

export function createAdmissionMetrics(): AdmissionMetrics {
  const steps = createStepMetrics();
  const conditions = createConditionMetrics();
  const webhooks = createWebhookMetrics();
  const policies = createPolicyMetrics();
  const parts = [steps, conditions, webhooks, policies];
  return {
    families: parts.flatMap(({ families }) => families),
    webhooks,
    policies,
    observeStep: steps.observeStep,
    observePlugin: steps.observePlugin,
    observeConditions: conditions.observeConditions,
    countExclusion: conditions.countExclusion,
  };
}

interface StepCells {
  readonly histogram: HistogramCell;
  readonly summary: SummaryCell;
}

function createStepMetrics() {
  const labels = ["type", "operation", "rejected"];
  const about = "by operation, type (validate or admit) and whether the step denied the request.";
  const duration = createHistogram(
    {
      name: "apiserver_admission_step_admission_duration_seconds",
      help: `Seconds that an admission step took for a request, ${about}`,
      labels,
    },
    STEP_SECONDS,
  );
  const summary = createSummary({
    name: "apiserver_admission_step_admission_duration_seconds_summary",
    help: `Seconds that admission steps took for a request in all, ${about}`,
    labels,
  });
  const plugins = createHistogram(
    {
      name: "apiserver_admission_controller_admission_duration_seconds",
      help: "Seconds that one admission plugin took for a request, by plugin, operation, type (validate or admit) and whether it denied the request.",
      labels: ["name", ...labels],
    },
    STEP_SECONDS,
  );
  // Cells by label values, because finding them for every write must not cost more than counting.
  const known = new Map<string, StepCells>();
  const cellsOf = ({ type, operation, isRejected }: AdmissionStep): StepCells => {
    const key = `${type}${operation}${isRejected}`;
    let cells = known.get(key);
    if (cells === undefined) {
      const values = [type, operation, String(isRejected)];
      cells = { histogram: duration.cell(values), summary: summary.cell(values) };
      known.set(key, cells);
    }
    return cells;
  };
  return {
    families: [duration, summary, plugins] as readonly MetricFamily[],
    observeStep(step: AdmissionStep) {
      const cells = cellsOf(step);
      observe(cells.histogram, step.seconds);
      cells.summary.count++;
      cells.summary.total += step.seconds;
    },
    observePlugin(name: string, { type, operation, isRejected, seconds }: AdmissionStep) {
      observe(plugins.cell([name, type, operation, String(isRejected)]), seconds);
    },
  };
}

function createConditionMetrics() {
  const errors = createCounter({
    name: "apiserver_admission_match_condition_evaluation_errors_total",
    help: `Total number of match conditions that failed to evaluate, ${OWNER}`,
    labels: CONDITION_LABELS,
  });
  const exclusions = createCounter({
    name: "apiserver_admission_match_condition_exclusions_total",
    help: `Total number of requests excluded by match conditions, ${OWNER}`,
    labels: CONDITION_LABELS,
  });
  const duration = createHistogram(
    {
      name: "apiserver_admission_match_condition_evaluation_seconds",
      help: `Seconds that the match conditions took for a request, ${OWNER}`,
      labels: CONDITION_LABELS,
    },
    CONDITION_SECONDS,
  );
  const valuesOf = ({ name, kind, type, operation }: ConditionOwner) => [name, kind, type, operation];
  return {
    families: [errors, exclusions, duration] as readonly MetricFamily[],
    observeConditions(conditions: ObservedConditions) {
      observe(duration.cell(valuesOf(conditions)), conditions.seconds);
      if (conditions.errorCount > 0) {
        errors.cell(valuesOf(conditions)).value += conditions.errorCount;
      }
    },
    countExclusion(owner: ConditionOwner) {
      exclusions.cell(valuesOf(owner)).value++;
    },
  };
}
