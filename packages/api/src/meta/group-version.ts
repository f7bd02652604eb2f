import { compareGoStrings } from "../go/go-print.ts";
import type { Parsed } from "../value/parsed.ts";

/** A group and version. The empty group is the core group, whose apiVersion is the version alone. */
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
  /** Plural of the resource, lower case. */
  readonly resource: string;
}

export interface GroupVersionKind extends GroupVersion, GroupKind {}

export interface GroupVersionResource extends GroupVersion, GroupResource {}

/**
 * Parses an apiVersion: `v1`, `example.com/v1`. Kubernetes: `""` and `/` are the empty group version, not errors
 * (runtime/schema/group_version.go ParseGroupVersion, v1.36).
 */
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

export function printGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

export function printGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** Group, version and kind from apiVersion and kind. An invalid apiVersion counts as empty. */
export function toGroupVersionKind(apiVersion: string, kind: string): GroupVersionKind {
  const { group, version } = parseGroupVersion(apiVersion).value ?? { group: "", version: "" };
  return { group, version, kind };
}

/**
 * Prints `example.com/v1, Kind=Widget`. Kubernetes: the core group keeps its slash here: `/v1, Kind=Pod`
 * (runtime/schema/group_version.go GroupVersionKind.String, v1.36).
 */
export function printGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** Rank of alpha, beta and stable versions; higher is more stable. */
const STABILITY: ReadonlyMap<string | undefined, number> = new Map([
  ["alpha", 0],
  ["beta", 1],
  [undefined, 2],
]);

const KUBE_VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Compares versions for ascending order: `foo`, `v1alpha1`, `v1beta1`, `v1`, `v2`. Stability is compared first, then
 * the major and the minor number. Versions of another form come before all others, in reverse alphabetical order.
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
  // Kubernetes: a number that overflows int makes the version an ordinary word (apimachinery/pkg/version/helpers.go
  // parseKubeVersion, v1.36).
  return major > MAX_INT64 || minor > MAX_INT64 ? undefined : [BigInt(STABILITY.get(match[2]) as number), major, minor];
}
