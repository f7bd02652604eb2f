import { objectAt, objectsAt, statusForbidden, textAt } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { isPod } from "./read-fields.ts";

/**
 * LimitPodHardAntiAffinityTopology: restricts required anti-affinity to the hostname topology; a wider one could keep
 * other Pods out of whole zones.
 */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
  name: "LimitPodHardAntiAffinityTopology",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  validate({ object, resource }) {
    const rules = objectAt(object, "spec", "affinity", "podAntiAffinity");
    const terms = objectsAt(rules, "requiredDuringSchedulingIgnoredDuringExecution");
    const wrong = terms.find(({ topologyKey }) => topologyKey !== "kubernetes.io/hostname");
    if (wrong !== undefined) {
      const why =
        `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${textAt(wrong, "topologyKey")} but only ` +
        "key kubernetes.io/hostname is allowed";
      throw statusForbidden(groupResourceOf(resource), textAt(objectAt(object, "metadata"), "name"), why);
    }
    return undefined;
  },
};
