import { type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";

/** A Pod, or the template of a workload. */
export interface PodLike {
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
}

/** Reason of a violation and its details. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

export type CheckPod = (pod: PodLike) => Violation | undefined;

/** One check, with its forms in different versions of the policy. */
export interface SecurityCheck {
  readonly id: string;
  /** Forms in the order of versions. Before the first one the check does not exist. */
  readonly versions: readonly {
    /** First minor version of Kubernetes with this form. */
    readonly since: number;
    readonly check: CheckPod;
    /** Checks of the baseline level that this stricter one replaces. */
    readonly overrides?: readonly string[];
  }[];
}

/** Containers of all kinds, in the order in which violations list them. */
export function containersOf({ spec }: PodLike): readonly JsonObject[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((field) => objectsAt(spec, field));
}

export function securityContextOf(holder: JsonObject): JsonObject {
  return objectAt(holder, "securityContext");
}

export function namesOf(containers: readonly JsonObject[]): string[] {
  return containers.map((container) => textAt(container, "name"));
}

export function quote(items: Iterable<string>): string {
  return [...items].map((item) => `"${item}"`).join(", ");
}

/** Distinct items, sorted and quoted. */
export function quoteSet(items: Iterable<string>): string {
  return quote([...new Set(items)].sort());
}

export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

/** Names containers in a message: `container "a"`, `containers "a", "b"`. */
export function describeContainers(names: readonly string[]): string {
  return `${plural(names.length, "container", "containers")} ${quote(names)}`;
}

/** Names the sources of a setting in a message: the Pod, some of its containers, or both. */
export function describeSetters(pods: readonly string[], containers: readonly string[]): string {
  return [...pods, ...(containers.length > 0 ? [describeContainers(containers)] : [])].join(" and ");
}

export function isWindows({ spec }: PodLike): boolean {
  return textAt(objectAt(spec, "os"), "name") === "windows";
}

/** Whether the Pod runs in a user namespace of its own. */
export function hasOwnUsers({ spec }: PodLike): boolean {
  return spec.hostUsers === false;
}
