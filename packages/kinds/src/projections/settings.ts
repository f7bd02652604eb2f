import { type JsonObject, kindPrefix } from "@kiln/api";
import type { StoreEvent } from "@kiln/store";
import { decodeStoredJson } from "../stored/stored-json.ts";
import { openStoredValue } from "../stored/stored-value.ts";

/** Key prefixes of the kinds in {@link Settings}. */
export const SETTING_PREFIXES = {
  limitRanges: "/registry/core/limitranges/",
  quotas: "/registry/core/resourcequotas/",
  priorityClasses: "/registry/scheduling.k8s.io/priorityclasses/",
  storageClasses: "/registry/storage.k8s.io/storageclasses/",
  ingressClasses: "/registry/networking.k8s.io/ingressclasses/",
  runtimeClasses: "/registry/node.k8s.io/runtimeclasses/",
} as const;

export type SettingKind = keyof typeof SETTING_PREFIXES;

/**
 * Decoded objects of a few small kinds that configure others (classes, quotas, limits), kept in memory because every
 * Pod needs them. Updated by commits before their writes are answered. The objects must not be changed.
 */
export interface Settings {
  find(kind: SettingKind, name: string): JsonObject | undefined;
  /** Objects of a kind, sorted by name. `namespace` is empty for cluster-scoped kinds. */
  list(kind: SettingKind, namespace: string): readonly JsonObject[];
  /** True if no namespace has an object of the kind; most writes check this for quotas. */
  isEmpty(kind: SettingKind): boolean;
  /** Namespaces that have objects of the kind. */
  namespaces(kind: SettingKind): readonly string[];
  /** Applies an event of one of the kinds. */
  apply(event: Pick<StoreEvent, "key" | "value">): void;
}

const NONE: readonly JsonObject[] = [];

export function createSettings(): Settings {
  const byPlace = new Map<string, Map<string, JsonObject>>();
  const counts = new Map<string, number>();
  return {
    find: (kind, name) => byPlace.get(SETTING_PREFIXES[kind])?.get(name),
    list(kind, namespace) {
      const prefix = SETTING_PREFIXES[kind];
      const objects = byPlace.get(namespace === "" ? prefix : `${prefix}${namespace}/`);
      return objects === undefined ? NONE : [...objects].sort(byName).map(([, object]) => object);
    },
    isEmpty: (kind) => (counts.get(SETTING_PREFIXES[kind]) ?? 0) === 0,
    namespaces(kind) {
      const prefix = SETTING_PREFIXES[kind];
      const places = [...byPlace.keys()].filter((place) => place.startsWith(prefix));
      return places.map((place) => place.slice(prefix.length, -1));
    },
    apply({ key, value }) {
      const slash = key.lastIndexOf("/") + 1;
      const [place, name] = [key.slice(0, slash), key.slice(slash)];
      const objects = byPlace.get(place) ?? new Map<string, JsonObject>();
      const before = objects.size;
      if (value === undefined) {
        objects.delete(name);
      } else {
        objects.set(name, decodeStoredJson(openStoredValue(value).body));
      }
      if (objects.size > 0) {
        byPlace.set(place, objects);
      } else {
        byPlace.delete(place);
      }
      const prefix = kindPrefix(key);
      counts.set(prefix, (counts.get(prefix) ?? 0) + objects.size - before);
    },
  };
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
