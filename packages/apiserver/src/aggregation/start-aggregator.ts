import {
  asObjects,
  asText,
  type Clock,
  isJsonObject,
  type JsonObject,
  type KeyQueue,
  type Logger,
  metadataOf,
  objectAt,
  printTime,
  type Timer,
} from "@kiln/api";
import { createWorkQueue, type RunningController } from "@kiln/controllers";
import {
  LOCAL_MESSAGE,
  LOCAL_REASON,
  type ObjectWriter,
  type Registry,
  type Resource,
  readStoredObject,
  SERVER_ACTOR,
} from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { type AggregatedVersion, API_SERVICE_PREFIX } from "./aggregation.ts";
import { fetchDocuments, fetchFrom } from "./fetch-documents.ts";
import type { AggregatedServices } from "./serve-aggregated.ts";
import type { ReachServices } from "./service-request.ts";

/** Interval of checks of an extension API server, besides every change of its APIService, Service or endpoints. */
const CHECK_MS = 30_000;
/** Interval after a failed check. */
const RETRY_MS = 5_000;

/** Prefixes of Services and their endpoints: their changes may make an extension API server reachable. */
const WATCHED = ["/registry/core/services/", "/registry/core/endpoints/", "/registry/discovery.k8s.io/endpointslices/"];

/** Parts of the server that the aggregator uses. */
export interface AggregatorServices extends AggregatedServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly objects: ObjectWriter;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Checks the extension API servers of all APIServices, writes the condition Available and fetches their discovery and
 * OpenAPI. Runs on every replica; costs nothing as long as no APIService names a service.
 */
export function startAggregator(services: AggregatorServices): RunningController {
  const timers = new Map<string, Timer>();
  const work = async (key: string) => {
    timers.get(key)?.cancel();
    timers.delete(key);
    const next = await check(services, key);
    if (next !== undefined) {
      timers.set(
        key,
        services.clock.setTimer(next, () => queue.add(key)),
      );
    }
  };
  const queue: KeyQueue = createWorkQueue({ services, name: "aggregator: APIService", work });
  const unsubscribe = services.store.onCommit(({ events }) => {
    for (const { key } of events) {
      if (key.startsWith(API_SERVICE_PREFIX)) {
        if (services.aggregation.isToCheck(key)) {
          queue.add(key);
        }
      } else if (!services.aggregation.isEmpty && WATCHED.some((prefix) => key.startsWith(prefix))) {
        addUsersOf(services, queue, key);
      }
    }
  });
  for (const key of services.aggregation.toCheck()) {
    queue.add(key);
  }
  return {
    stop() {
      unsubscribe();
      queue.stop();
      for (const timer of timers.values()) {
        timer.cancel();
      }
    },
  };
}

/** Queues the APIServices of a changed Service. Names of EndpointSlices begin with that of their Service. */
function addUsersOf({ aggregation }: AggregatorServices, queue: KeyQueue, key: string): void {
  for (const { name, service } of aggregation.all()) {
    if (key.includes(`/${service.namespace}/${service.name}`)) {
      queue.add(API_SERVICE_PREFIX + name);
    }
  }
}

interface Verdict {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

const LOCAL: Verdict = { status: "True", reason: LOCAL_REASON, message: LOCAL_MESSAGE };
const PASSED: Verdict = { status: "True", reason: "Passed", message: "all checks passed" };

/** Checks one APIService. Returns the delay before the next check; undefined if none is needed. */
async function check(services: AggregatorServices, key: string): Promise<number | undefined> {
  const resource = services.registry.find("apiregistration.k8s.io", "v1", "apiservices");
  const entry = services.store.peek(key);
  if (resource === undefined || entry === undefined) {
    return undefined;
  }
  const object = await readStoredObject(resource, entry);
  const spec = objectAt(object, "spec");
  if (!isJsonObject(spec.service)) {
    await setAvailable(services, { resource, object, verdict: LOCAL });
    return undefined;
  }
  const version = services.aggregation.find(asText(spec.group), asText(spec.version));
  if (version === undefined) {
    return RETRY_MS;
  }
  const verdict = await judge(services, version);
  if (verdict === PASSED) {
    await fetchDocuments(services, version).then(
      (documents) => services.aggregation.setDocuments(version, documents),
      (error: unknown) =>
        services.log.warn({ err: error, apiService: version.name }, `aggregator: discovery failed: ${version.name}`),
    );
  }
  await setAvailable(services, { resource, object, verdict });
  return verdict === PASSED ? CHECK_MS : RETRY_MS;
}

/** Kubernetes: the reasons and sentences of APIService conditions (remote_available_controller.go sync, v1.36). */
async function judge(services: ReachServices, version: AggregatedVersion): Promise<Verdict> {
  const { service, group } = version;
  const failed = (reason: string, message: string): Verdict => ({ status: "False", reason, message });
  try {
    await services.webhookCaller.resolveService(service);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.includes("not found") && !text.includes("port")
      ? failed("ServiceNotFound", `service/${service.name} in "${service.namespace}" is not present`)
      : failed(
          "ServicePortError",
          `service/${service.name} in "${service.namespace}" is not listening on port ${service.port}`,
        );
  }
  const target = `/apis/${group}/${version.version}`;
  try {
    const { status, url } = await fetchFrom(services, version, { target, accept: "application/json" });
    return status >= 200 && status < 300
      ? PASSED
      : failed("FailedDiscoveryCheck", `failing or missing response from ${url}: bad status from ${url}: ${status}`);
  } catch (error) {
    const { name, namespace, port } = service;
    const url = `https://${name}.${namespace}.svc:${port}${target}`;
    const text = error instanceof Error ? error.message : String(error);
    return failed("FailedDiscoveryCheck", `failing or missing response from ${url}: Get "${url}": ${text}`);
  }
}

interface Change {
  readonly resource: Resource;
  readonly object: JsonObject;
  readonly verdict: Verdict;
}

async function setAvailable(services: AggregatorServices, { resource, object, verdict }: Change): Promise<void> {
  const { name, uid } = metadataOf(object);
  await services.objects.change(SERVER_ACTOR, {
    place: { resource, namespace: "", name: String(name), subresource: "status" },
    uid: String(uid),
    change: (current) => changeCondition(current, verdict, printTime(services.clock.now())),
  });
}

/** Sets the condition Available; false if the object has it already. */
function changeCondition(object: JsonObject, verdict: Verdict, now: string): boolean {
  const status = objectAt(object, "status");
  const conditions = asObjects(status.conditions);
  const known = conditions.find(({ type }) => type === "Available");
  if (
    known !== undefined &&
    known.status === verdict.status &&
    known.reason === verdict.reason &&
    known.message === verdict.message
  ) {
    return false;
  }
  const isTurn = known?.status !== verdict.status;
  const condition = {
    type: "Available",
    ...verdict,
    lastTransitionTime: isTurn ? now : (known?.lastTransitionTime ?? now),
  };
  object.status = { ...status, conditions: [...conditions.filter((one) => one !== known), condition] };
  return true;
}
