import { createCounter, createHistogram, type MetricFamily, observe } from "@kiln/api";

/** Metrics of policy decisions. Names, labels and buckets are kube-apiserver's. */
export interface PolicyMetrics {
  readonly families: readonly MetricFamily[];
  /**
   * Kubernetes: only validations that deny, audit, warn or fail to evaluate are counted
   * (policy/validating/dispatcher.go Dispatch, v1.36).
   */
  observeValidation(check: PolicyCheck & { readonly action: "allow" | "deny" | "audit" | "warn" }): void;
  observeMutation(check: PolicyCheck): void;
}

export interface PolicyCheck {
  readonly policy: string;
  readonly binding: string;
  readonly seconds: number;
  /** Message of the violation; absent if there is none. */
  readonly message?: string;
}

const LABELS = ["policy", "policy_binding", "error_type"];
const SECONDS: readonly number[] = [0.0000005, 0.001, 0.01, 0.1, 1];

export function createPolicyMetrics(): PolicyMetrics {
  const validations = createCounter({
    name: "apiserver_validating_admission_policy_check_total",
    help: "Total number of validations that denied, warned, audited or failed to evaluate, by policy, binding and action.",
    labels: [...LABELS, "enforcement_action"],
  });
  const validating = createHistogram(
    {
      name: "apiserver_validating_admission_policy_check_duration_seconds",
      help: "Seconds that a validating policy took for a request, by policy, binding and action.",
      labels: [...LABELS, "enforcement_action"],
    },
    SECONDS,
  );
  const mutations = createCounter({
    name: "apiserver_mutating_admission_policy_check_total",
    help: "Total number of evaluations of mutating policies, by policy and binding.",
    labels: LABELS,
  });
  const mutating = createHistogram(
    {
      name: "apiserver_mutating_admission_policy_check_duration_seconds",
      help: "Seconds that a mutating policy took for a request, by policy and binding.",
      labels: LABELS,
    },
    SECONDS,
  );
  const valuesOf = ({ policy, binding, message }: PolicyCheck) => [policy, binding, errorTypeOf(message)];
  return {
    families: [validations, validating, mutations, mutating],
    observeValidation({ action, ...check }) {
      validations.cell([...valuesOf(check), action]).value++;
      observe(validating.cell([...valuesOf(check), action]), check.seconds);
    },
    observeMutation(check) {
      mutations.cell(valuesOf(check)).value++;
      observe(mutating.cell(valuesOf(check)), check.seconds);
    },
  };
}

/**
 * Error type of a violation, by the start of its message. Kubernetes: a failed validation counts as an error, too
 * (policy/validating/metrics/errors.go ErrorType, v1.36).
 */
function errorTypeOf(message: string | undefined): string {
  if (message === undefined) {
    return "no_error";
  }
  if (message.startsWith("compilation")) {
    return "compile_error";
  }
  return message.startsWith("validation failed due to running out of cost budget") ? "out_of_budget" : "invalid_error";
}
