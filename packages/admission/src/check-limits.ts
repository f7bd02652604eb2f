import {
  type JsonObject,
  objectAt,
  objectsAt,
  printQuantity,
  type Quantity,
  quantityMilliValue,
  quantityToNumber,
  textAt,
} from "@kiln/api";
import { podResources, type ResourceList, readResourceList } from "@kiln/kinds";

/** Requests and limits of an object that one item of a LimitRange applies to. */
interface Demand {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** Violations of a LimitRange, with Kubernetes' messages. */
export function checkLimits(range: JsonObject, plural: string, object: JsonObject): string[] {
  return objectsAt(objectAt(range, "spec"), "limits").flatMap((item) =>
    plural === "pods" ? checkPod(item, object) : checkClaim(item, object),
  );
}

function checkPod(item: JsonObject, pod: JsonObject): string[] {
  const spec = objectAt(pod, "spec");
  if (item.type === "Pod") {
    return checkDemand(item, { requests: podResources(pod, "requests"), limits: podResources(pod, "limits") });
  }
  if (item.type !== "Container") {
    return [];
  }
  return [...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")].flatMap((container) =>
    checkDemand(item, {
      requests: readResourceList(objectAt(container, "resources", "requests")),
      limits: readResourceList(objectAt(container, "resources", "limits")),
    }),
  );
}

function checkDemand(item: JsonObject, demand: Demand): string[] {
  const type = textAt(item, "type");
  return [
    ...checkEach(item, "min", (name, bound) => checkMinimum({ type, name, bound }, demand)),
    ...checkEach(item, "max", (name, bound) => checkMaximum({ type, name, bound }, demand)),
    ...checkEach(item, "maxLimitRequestRatio", (name, bound) => checkRatio({ type, name, bound }, demand)),
  ];
}

/**
 * Checks a PersistentVolumeClaim. Kubernetes: it has no limits, so the maximum applies to its requests
 * (admission/limitranger/admission.go PersistentVolumeClaimValidateLimitFunc, v1.36).
 */
function checkClaim(item: JsonObject, claim: JsonObject): string[] {
  if (item.type !== "PersistentVolumeClaim") {
    return [];
  }
  const type = textAt(item, "type");
  const requests = readResourceList(objectAt(claim, "spec", "resources", "requests"));
  return [
    ...checkEach(item, "min", (name, bound) => checkMinimum({ type, name, bound }, { requests, limits: new Map() })),
    ...checkEach(item, "max", (name, bound) => checkMaximumRequest({ type, name, bound }, requests)),
  ];
}

function checkEach(
  item: JsonObject,
  field: string,
  check: (name: string, bound: Quantity) => string | undefined,
): string[] {
  const bounds = [...readResourceList(objectAt(item, field))].sort(([a], [b]) => (a < b ? -1 : 1));
  return bounds.flatMap(([name, bound]) => check(name, bound) ?? []);
}

interface Bound {
  readonly type: string;
  readonly name: string;
  readonly bound: Quantity;
}

function isLess(a: Quantity, b: Quantity): boolean {
  return quantityMilliValue(a) < quantityMilliValue(b);
}

function checkMinimum({ type, name, bound }: Bound, { requests, limits }: Demand): string | undefined {
  const start = `minimum ${name} usage per ${type} is ${printQuantity(bound)}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (request === undefined) {
    return `${start}.  No request is specified`;
  }
  if (isLess(request, bound)) {
    return `${start}, but request is ${printQuantity(request)}`;
  }
  return limit !== undefined && isLess(limit, bound) ? `${start}, but limit is ${printQuantity(limit)}` : undefined;
}

function checkMaximum({ type, name, bound }: Bound, { requests, limits }: Demand): string | undefined {
  const start = `maximum ${name} usage per ${type} is ${printQuantity(bound)}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (limit === undefined) {
    return `${start}.  No limit is specified`;
  }
  if (isLess(bound, limit)) {
    return `${start}, but limit is ${printQuantity(limit)}`;
  }
  return request !== undefined && isLess(bound, request)
    ? `${start}, but request is ${printQuantity(request)}`
    : undefined;
}

function checkMaximumRequest({ type, name, bound }: Bound, requests: ResourceList): string | undefined {
  const start = `maximum ${name} usage per ${type} is ${printQuantity(bound)}`;
  const request = requests.get(name);
  if (request === undefined) {
    return `${start}.  No request is specified`;
  }
  return isLess(bound, request) ? `${start}, but request is ${printQuantity(request)}` : undefined;
}

function checkRatio({ type, name, bound }: Bound, { requests, limits }: Demand): string | undefined {
  const start = `${name} max limit to request ratio per ${type} is ${printQuantity(bound)}`;
  const [request, limit] = [requests.get(name), limits.get(name)].map((amount) =>
    amount === undefined ? 0 : quantityToNumber(amount),
  ) as [number, number];
  if (request === 0) {
    return `${start}, but no request is specified or request is 0`;
  }
  if (limit === 0) {
    return `${start}, but no limit is specified or limit is 0`;
  }
  const ratio = limit / request;
  return ratio > quantityToNumber(bound) ? `${start}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}
