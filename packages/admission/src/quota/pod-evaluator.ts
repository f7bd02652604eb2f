import { type JsonObject, objectAt, objectsAt, parseTime, textAt } from "@kiln/api";
import { podResources, qosClass, type ResourceList, readResourceList } from "@kiln/kinds";
import { matchesValue, ONE, pickNames, type QuotaEvaluator, type ScopeRequirement } from "./quota-evaluator.ts";

const COUNT = "count/pods";
const REQUESTS = "requests.";
const LIMITS = "limits.";
const HUGE_PAGES = "hugepages-";
const COMPUTED: readonly string[] = ["cpu", "memory", "ephemeral-storage"];

/**
 * Kubernetes: a quota on one of these resources requires every container to set it (quota/v1/evaluator/core/pods.go
 * Constraints, v1.36).
 */
const REQUIRED: readonly string[] = ["cpu", "memory"].flatMap((name) => [name, REQUESTS + name, LIMITS + name]);

const NAMES: ReadonlySet<string> = new Set([
  COUNT,
  "pods",
  ...COMPUTED.flatMap((name) => [name, REQUESTS + name, LIMITS + name]),
]);

/** Usage of Pods: requests and limits while they may run, and their number while they exist. */
export const podEvaluator: QuotaEvaluator = {
  handles({ operation, subresource, object = {}, oldObject = {} }) {
    if (subresource === "resize") {
      return operation === "UPDATE";
    }
    const isNowOther = operation === "UPDATE" && hasDeadline(object) !== hasDeadline(oldObject);
    return subresource === "" && (operation === "CREATE" || isNowOther);
  },
  matchingNames: (names) =>
    pickNames(
      names,
      (name) =>
        NAMES.has(name) ||
        name.startsWith(HUGE_PAGES) ||
        name.startsWith(REQUESTS + HUGE_PAGES) ||
        (name.startsWith(REQUESTS) && !isNative(name)),
    ),
  usage(pod, now) {
    const usage: ResourceList = new Map([[COUNT, ONE]]);
    return isCharged(pod, now)
      ? new Map([...usage, ...computeUsage(podResources(pod, "requests"), podResources(pod, "limits"))])
      : usage;
  },
  constraints: checkConstraints,
  matchesScope,
};

/** Whether a resource is Kubernetes' own: without a domain, or with one of its domains. */
function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

function hasDeadline(pod: JsonObject): boolean {
  const { activeDeadlineSeconds } = objectAt(pod, "spec");
  return typeof activeDeadlineSeconds === "number" && activeDeadlineSeconds >= 0;
}

/**
 * Whether a Pod is charged: not once it has ended, nor when its deletion is overdue, because a lost node must not use
 * up a quota.
 */
function isCharged(pod: JsonObject, now: Date): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = objectAt(pod, "metadata");
  if (["Failed", "Succeeded"].includes(textAt(objectAt(pod, "status"), "phase"))) {
    return false;
  }
  const deletedAt = parseTime(String(deletionTimestamp ?? "")).value?.getTime();
  return (
    deletedAt === undefined ||
    deletionGracePeriodSeconds === undefined ||
    now.getTime() <= deletedAt + Number(deletionGracePeriodSeconds) * 1000
  );
}

function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage: ResourceList = new Map([["pods", ONE]]);
  for (const [name, quantity] of requests) {
    if (COMPUTED.includes(name) || name.startsWith(HUGE_PAGES)) {
      usage.set(name, quantity);
    }
    if (usage.has(name) || !(isNative(name) || name.startsWith(REQUESTS))) {
      usage.set(REQUESTS + name, quantity);
    }
  }
  for (const [name, quantity] of limits) {
    if (COMPUTED.includes(name)) {
      usage.set(LIMITS + name, quantity);
    }
  }
  return usage;
}

function checkConstraints(names: readonly string[], pod: JsonObject): string | undefined {
  const spec = objectAt(pod, "spec");
  const whole = { ...objectAt(spec, "resources", "requests"), ...objectAt(spec, "resources", "limits") };
  const required = names.filter((name) => REQUIRED.includes(name));
  if (required.length === 0 || Object.keys(whole).some((name) => ["cpu", "memory"].includes(name))) {
    return undefined;
  }
  const missing = new Map<string, Set<string>>();
  for (const container of [...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")]) {
    const requests = readResourceList(objectAt(container, "resources", "requests"));
    const limits = readResourceList(objectAt(container, "resources", "limits"));
    const usage = computeUsage(requests, limits);
    for (const name of required.filter((one) => !usage.has(one))) {
      missing.set(name, (missing.get(name) ?? new Set()).add(textAt(container, "name")));
    }
  }
  const parts = [...missing.keys()]
    .sort()
    .map((name) => `${name} for: ${[...(missing.get(name) ?? [])].sort().join(",")}`);
  return parts.length === 0 ? undefined : `must specify ${parts.join("; ")}`;
}

function matchesScope(requirement: ScopeRequirement, pod: JsonObject): boolean {
  switch (requirement.scopeName) {
    case "Terminating":
      return hasDeadline(pod);
    case "NotTerminating":
      return !hasDeadline(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass":
      return matchesValue(requirement, textAt(objectAt(pod, "spec"), "priorityClassName"));
    case "CrossNamespacePodAffinity":
      return reachesOtherNamespaces(objectAt(pod, "spec", "affinity"));
    default:
      return false;
  }
}

/** Whether the QoS class is BestEffort: the one in the status, or computed if the status has none. */
function isBestEffort(pod: JsonObject): boolean {
  return (textAt(objectAt(pod, "status"), "qosClass") || qosClass(objectAt(pod, "spec"))) === "BestEffort";
}

function reachesOtherNamespaces(affinity: JsonObject): boolean {
  return ["podAffinity", "podAntiAffinity"].some((kind) => {
    const rules = objectAt(affinity, kind);
    const preferred = objectsAt(rules, "preferredDuringSchedulingIgnoredDuringExecution");
    const terms = [
      ...objectsAt(rules, "requiredDuringSchedulingIgnoredDuringExecution"),
      ...preferred.map((weighted) => objectAt(weighted, "podAffinityTerm")),
    ];
    return terms.some(({ namespaces, namespaceSelector = null }) => {
      return (Array.isArray(namespaces) && namespaces.length > 0) || namespaceSelector !== null;
    });
  });
}
