import type { NativeField, StructType } from "./native-type.ts";

export const POD_SPEC = "core/v1.PodSpec";

/** Fields of a Pod's spec that are in the security context in Kubernetes' internal type. */
export const SHARED_WITH_NODE: readonly string[] = [
  "hostNetwork",
  "hostPID",
  "hostIPC",
  "shareProcessNamespace",
  "hostUsers",
];

interface Holding {
  readonly without?: readonly string[];
  /** Fields that are before another field in the internal type, and after it in JSON. */
  readonly before?: Readonly<Record<string, string>>;
}

/** Differences between Kubernetes' internal types and the API types, by type. */
const HOLDINGS: Readonly<Record<string, Holding>> = {
  [POD_SPEC]: {
    without: ["serviceAccount", ...SHARED_WITH_NODE],
    before: { affinity: "setHostnameAsFQDN", dnsConfig: "preemptionPolicy", enableServiceLinks: "overhead" },
  },
  "core/v1.PodSecurityContext": { before: { sysctls: "fsGroupChangePolicy" } },
  "core/v1.Volume": { before: { flexVolume: "quobyte" } },
  "core/v1.PersistentVolumeSpec": { before: { cinder: "flexVolume", iscsi: "quobyte" } },
};

type Fields = readonly (readonly [name: string, field: NativeField])[];

/** Fields of a struct in the order of Kubernetes' internal type. */
export function heldFields({ path, fields }: StructType): Fields {
  const holding = HOLDINGS[path];
  if (holding === undefined) {
    return [...fields];
  }
  const { without = [], before = {} } = holding;
  const gone = new Set([...without, ...Object.values(before)]);
  return [...fields].flatMap(([name, field]): Fields => {
    const earlier = before[name];
    const moved = earlier === undefined ? undefined : fields.get(earlier);
    const own: Fields = gone.has(name) ? [] : [[name, field]];
    return earlier === undefined || moved === undefined ? own : [[earlier, moved], ...own];
  });
}
