import { compareGoStrings } from "./go-print.ts";
import type { Parsed } from "./parsed.ts";

/** The empty group is the core group, whose apiVersion is the version alone. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

export interface GroupResource {
  readonly group: string;
  /** The plural name, lower case. */
  readonly resource: string;
}

export interface GroupVersionKind extends GroupVersion, GroupKind {}

export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** An apiVersion: `v1`, `example.com/v1`. Kubernetes: `""` and `/` are the empty group version, not errors. */
export function parseGroupVersion(text: string): Parsed<GroupVersion> {
  if (text === "" || text === "/") {
    return { value: { group: "", version: "" } };
  }
  const slash = text.indexOf("/");
  if (slash === -1) {
    return { value: { group: "", version: text } };
  }
  if (text.includes("/", slash + 1)) {
    return { error: `unexpected GroupVersion string: ${text}` };
  }
  return { value: { group: text.slice(0, slash), version: text.slice(slash + 1) } };
}

export function printGroupVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** `Widget.example.com`; everything after the first dot is the group. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = splitAtDot(text);
  return { group, kind };
}

export function printGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** `widgets.example.com`; everything after the first dot is the group. */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = splitAtDot(text);
  return { group, resource };
}

export function printGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** The group version kind of an object's apiVersion and kind. An apiVersion that cannot be parsed counts as empty. */
export function toGroupVersionKind(apiVersion: string, kind: string): GroupVersionKind {
  const { group, version } = parseGroupVersion(apiVersion).value ?? { group: "", version: "" };
  return { group, version, kind };
}

/** `example.com/v1, Kind=Widget`. Kubernetes: the core group keeps its slash here: `/v1, Kind=Pod`. */
export function printGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

export function parseGroupVersionKind(text: string): Parsed<GroupVersionKind> {
  const parts = splitAtMark(text, ", Kind=");
  return parts === undefined
    ? { error: `unexpected GroupVersionKind string: ${text}` }
    : { value: { group: parts.group, version: parts.version, kind: parts.rest } };
}

/** `example.com/v1, Resource=widgets`. */
export function printGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}, Resource=${resource}`;
}

export function parseGroupVersionResource(text: string): Parsed<GroupVersionResource> {
  const parts = splitAtMark(text, ", Resource=");
  return parts === undefined
    ? { error: `unexpected GroupVersionResource string: ${text}` }
    : { value: { group: parts.group, version: parts.version, resource: parts.rest } };
}

function splitAtDot(text: string): [string, string] {
  const dot = text.indexOf(".");
  return dot === -1 ? [text, ""] : [text.slice(0, dot), text.slice(dot + 1)];
}

function splitAtMark(text: string, mark: string): { group: string; version: string; rest: string } | undefined {
  const at = text.indexOf(mark);
  const groupVersion = at === -1 ? undefined : parseGroupVersion(text.slice(0, at)).value;
  return groupVersion && { ...groupVersion, rest: text.slice(at + mark.length) };
}

/** Higher is more stable. */
const STABILITY: ReadonlyMap<string | undefined, number> = new Map([
  ["alpha", 0],
  ["beta", 1],
  [undefined, 2],
]);

const KUBE_VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Negative when `a` comes before `b` in a list that goes up: `foo`, `v1alpha1`, `v1beta1`, `v1`, `v2`. Stability counts
 * first, then the major, then the minor number. Versions of no such form come before all others, in reverse alphabet.
 */
export function compareVersions(a: string, b: string): number {
  const x = parseKubeVersion(a);
  const y = parseKubeVersion(b);
  if (x === undefined || y === undefined) {
    return x === y ? compareGoStrings(b, a) : x === undefined ? -1 : 1;
  }
  for (const [i, part] of x.entries()) {
    const other = y[i] as bigint;
    if (part !== other) {
      return part < other ? -1 : 1;
    }
  }
  return 0;
}

function parseKubeVersion(version: string): readonly bigint[] | undefined {
  const match = KUBE_VERSION.exec(version);
  if (match === null) {
    return undefined;
  }
  const major = BigInt(match[1] as string);
  const minor = BigInt(match[3] ?? 0);
  // Kubernetes: a number beyond its int makes the version an ordinary word.
  return major > MAX_INT64 || minor > MAX_INT64 ? undefined : [BigInt(STABILITY.get(match[2]) as number), major, minor];
}
