import {
  asObjects,
  asText,
  fromLabelSelectorObject,
  isJsonObject,
  type JsonObject,
  matchesLabelSelector,
  metadataOf,
  objectAt,
  printTime,
  setOwn,
  statusBadRequest,
  statusForbidden,
  statusFromPlainError,
  statusNotFound,
  statusSuccess,
  statusTooManyRequests,
} from "@kiln/api";
import {
  type BuiltInSettings,
  type DeleteOptions,
  groupResourceOf,
  questionOf,
  type Resource,
  readStoredObject,
  setPodCondition,
} from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import { requestedKey } from "../write/requested-key.ts";
import { storeObject } from "../write/store-object.ts";
import { checkPreconditions, deleteObject } from "./delete-object.ts";
import { toDeleteOptions } from "./delete-options.ts";
import { readQuestion } from "./read-question.ts";
import type { Verb } from "./verb.ts";

const EVICTION = { group: "policy", version: "v1", kind: "Eviction", type: "policy/v1.Eviction" };

/**
 * Kubernetes: the only served kind of policy/v1beta1 (registry/core/pod/storage/eviction.go
 * EvictionREST.AcceptsGroupVersion, v1.36).
 */
const OLD_VERSION = "policy/v1beta1";

/** Evicts a Pod if its PodDisruptionBudget allows it. */
export function createEvictPod(settings: BuiltInSettings): Verb {
  return async (context, pods) => {
    const { info, services } = context;
    const evictions = questionOf(pods, EVICTION, settings);
    const output = negotiate(context, evictions);
    const { object: eviction, options: asked } = await readQuestion(context, {
      resource: evictions,
      parent: pods,
      alias: OLD_VERSION,
    });
    if (asText(metadataOf(eviction).name) !== info.name) {
      throw statusBadRequest("name in URL does not match name in Eviction object");
    }
    const given = isJsonObject(eviction.deleteOptions) ? eviction.deleteOptions : {};
    const dryRun = asked.isDryRun ? { dryRun: ["All"] } : {};
    let options = toDeleteOptions({ ...dryRun, ...given });
    const { namespace, name } = info;
    const entry = services.store.peek(requestedKey(pods, namespace, name));
    if (entry === undefined) {
      throw statusNotFound(groupResourceOf(pods), name);
    }
    const pod = await readStoredObject(pods, entry);
    if (!isOver(pod)) {
      await useBudget(context, pod, options.isDryRun);
    }
    checkPreconditions({ resource: pods, name, options }, asText(metadataOf(pod).uid), String(entry.revision));
    if (!options.isDryRun) {
      setPodCondition(pod, TARGETED, services.clock.now());
      const { revision } = await storeObject(services.kinds, pods, { entry, object: pod });
      options = afterChange(options, String(revision));
    }
    await deleteObject(services, { resource: pods, namespace, name, options, admission: { requester: context, name } });
    return output.respondStatus(201, statusSuccess({ code: 201 }));
  };
}

/** Options for the Pod after the condition was stored: a required resourceVersion becomes the new one. */
function afterChange(options: DeleteOptions, resourceVersion: string): DeleteOptions {
  const { preconditions } = options;
  return preconditions.resourceVersion === undefined
    ? options
    : { ...options, preconditions: { ...preconditions, resourceVersion } };
}

const TARGETED: JsonObject = {
  type: "DisruptionTarget",
  status: "True",
  reason: "EvictionByEvictionAPI",
  message: "Eviction API: evicting",
};

const OVER: readonly string[] = ["Succeeded", "Failed", "Pending"];

/** Whether budgets ignore the Pod, because it is finished, pending or being deleted. */
function isOver(pod: JsonObject): boolean {
  const isDeleting = metadataOf(pod).deletionTimestamp !== undefined;
  return isDeleting || OVER.includes(asText(objectAt(pod, "status").phase));
}

interface Budget {
  readonly entry: Entry;
  readonly object: JsonObject;
}

/** Throws if the Pod's budget is exhausted; otherwise counts the disruption. */
async function useBudget({ services }: Context, pod: JsonObject, isDryRun: boolean): Promise<void> {
  const budgets = services.registry.find("policy", "v1", "poddisruptionbudgets") as Resource;
  const found = await findBudgets(services.store, budgets, pod);
  const [budget] = found;
  if (budget === undefined) {
    return;
  }
  if (found.length > 1) {
    throw statusFromPlainError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  }
  const spec = objectAt(budget.object, "spec");
  const status = objectAt(budget.object, "status");
  if (!isReady(pod) && (spec.unhealthyPodEvictionPolicy === "AlwaysAllow" || isHealthyWithout(status))) {
    return;
  }
  checkBudget(budget.object);
  status.disruptionsAllowed = Number(status.disruptionsAllowed ?? 0) - 1;
  status.disruptedPods = objectAt(status, "disruptedPods");
  setOwn(status.disruptedPods as JsonObject, asText(metadataOf(pod).name), printTime(services.clock.now()));
  if (!isDryRun) {
    await storeObject(services.kinds, budgets, budget);
  }
}

async function findBudgets(store: Context["services"]["store"], budgets: Resource, pod: JsonObject): Promise<Budget[]> {
  const { namespace, labels } = metadataOf(pod);
  const found: Budget[] = [];
  for await (const { entries } of await store.range({ prefix: `${budgets.storage.prefix}${asText(namespace)}/` })) {
    for (const entry of entries) {
      const object = await readStoredObject(budgets, entry);
      const { selector } = objectAt(object, "spec");
      const parsed = fromLabelSelectorObject(isJsonObject(selector) ? selector : undefined).value;
      if (
        parsed !== undefined &&
        matchesLabelSelector(parsed, isJsonObject(labels) ? (labels as Record<string, string>) : {})
      ) {
        found.push({ entry, object });
      }
    }
  }
  return found;
}

function isReady(pod: JsonObject): boolean {
  return asObjects(objectAt(pod, "status").conditions).some(
    ({ type, status }) => type === "Ready" && status === "True",
  );
}

function isHealthyWithout({ currentHealthy = 0, desiredHealthy = 0 }: JsonObject): boolean {
  return Number(currentHealthy) >= Number(desiredHealthy) && Number(desiredHealthy) > 0;
}

const REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget.";
const MAX_DISRUPTED_PODS = 2000;

function checkBudget(budget: JsonObject): void {
  const { name, generation } = metadataOf(budget);
  const status = objectAt(budget, "status");
  const refuse = (message: string, retryAfterSeconds: number) =>
    statusTooManyRequests(REFUSAL, { retryAfterSeconds, causes: [{ reason: "DisruptionBudget", message }] });
  const forbid = (why: string) =>
    statusForbidden({ group: "policy", resource: "poddisruptionbudget" }, asText(name), why);
  if (Number(status.observedGeneration ?? 0) < Number(generation ?? 0)) {
    throw refuse(`The disruption budget ${asText(name)} is still being processed by the server.`, 10);
  }
  if (Number(status.disruptionsAllowed ?? 0) < 0) {
    throw forbid("pdb disruptions allowed is negative");
  }
  if (Object.keys(objectAt(status, "disruptedPods")).length > MAX_DISRUPTED_PODS) {
    throw forbid("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  }
  if (Number(status.disruptionsAllowed ?? 0) === 0) {
    throw refuse(explain(asText(name), status), 0);
  }
}

function explain(name: string, status: JsonObject): string {
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  const condition = asObjects(status.conditions).find(({ type }) => type === "DisruptionAllowed");
  const message = condition?.status === "False" ? asText(condition.message) : "";
  if (message !== "" && condition?.reason === "SyncFailed") {
    return `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${message}`;
  }
  if (Number(currentHealthy) <= Number(desiredHealthy)) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  const why = message === "" ? "" : ` (${asText(condition?.reason)}): ${message}`;
  return `The disruption budget ${name} does not allow evicting pods currently${why}`;
}
