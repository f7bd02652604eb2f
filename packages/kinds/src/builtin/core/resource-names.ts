import {
  asNamedString,
  checkLabelKey,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
  quantitySign,
  quantityValue,
} from "@kiln/api";

/** Resources whose amounts are whole numbers. */
const COUNTED: ReadonlySet<string> = new Set([
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
]);

/** Resources with names without a domain. */
const STANDARD: ReadonlySet<string> = new Set([
  ...COUNTED,
  "cpu",
  "memory",
  "ephemeral-storage",
  "requests.cpu",
  "requests.memory",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
  "storage",
  "requests.storage",
]);

const OF_CONTAINERS: readonly string[] = ["cpu", "memory", "ephemeral-storage"];
const HUGE_PAGES = "hugepages-";
const QUOTA_HUGE_PAGES = "requests.hugepages-";
const REQUESTS = "requests.";

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** True for a resource of Kubernetes itself: without a domain or in a domain of kubernetes.io. */
export function isNativeResource(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

/** Whether limits may exceed requests: true for native resources except hugepages. */
export function isOvercommitable(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** Whether the resource is an extended resource, which a device plugin or an administrator adds to nodes. */
export function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith(REQUESTS) && checkLabelKey(`${REQUESTS}${name}`).length === 0;
}

/**
 * Whether amounts must be whole numbers. Kubernetes: native countable and extended resources
 * (apis/core/helper/helpers.go IsIntegerResourceName, v1.36).
 */
export function isIntegerResource(name: string): boolean {
  return COUNTED.has(name) || isExtendedResource(name);
}

export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = checkLabelKey(name).map((fault) => invalid(path, name, fault));
  const isKnown = STANDARD.has(name) || isHugePages(name) || name.startsWith(QUOTA_HUGE_PAGES);
  return errors.length > 0 || name.includes("/") || isKnown
    ? errors
    : [invalid(path, name, "must be a standard resource type or fully qualified")];
}

/** Validates the name of a resource of a container. */
export function validateContainerResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes("/")) {
    return OF_CONTAINERS.includes(name) || isHugePages(name)
      ? errors
      : [...errors, asNamedString(invalid(path, name, "must be a standard resource for containers"))];
  }
  return isNativeResource(name) || isExtendedResource(name)
    ? errors
    : [...errors, invalid(path, name, "doesn't follow extended resource name standard")];
}

/** Validates the name of a Pod-level resource. */
export function validatePodResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  const isKnown = name === "cpu" || name === "memory" || isHugePages(name);
  return errors.length > 0 || isKnown ? errors : [notSupported(path, name, ["cpu", "hugepages-", "memory"])];
}

/** Whether an amount of hugepages is a multiple of the page size. */
export function isDivisibleByPages(name: string, amount: Quantity): boolean {
  const size = parseQuantity(name.slice(HUGE_PAGES.length)).value;
  if (size === undefined || quantitySign(size) <= 0 || quantityMilliValue(size) % 1000n !== 0n) {
    return false;
  }
  return quantityValue(amount) % quantityValue(size) === 0n;
}
