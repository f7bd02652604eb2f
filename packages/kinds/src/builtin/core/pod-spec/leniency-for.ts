import { asObjects, getOwn, isJsonObject, type JsonObject, objectAt, rootPath, validateLabelSelector } from "@kiln/api";
import { isDivisibleByPages, isHugePages } from "../resource-names.ts";
import { type PodLeniency, STRICT } from "./pod-leniency.ts";
import { hasInvalidNodeValues, hasInvalidSelectors } from "./validate-affinity.ts";
import { checkVolumeFilePath } from "./validate-path.ts";
import { isDeletionCost } from "./validate-pod-annotations.ts";
import { hasHostSysctls } from "./validate-pod-security-context.ts";
import { readAmounts } from "./validate-resources.ts";
import { placedContainers } from "./visit-containers.ts";

/**
 * Errors that an update of a Pod or template may keep. `old` is the stored object; undefined for a new one, which may
 * have none.
 */
export function leniencyFor(old: JsonObject | undefined, { isPod }: { readonly isPod: boolean }): PodLeniency {
  if (old === undefined) {
    return { ...STRICT, isPod };
  }
  const spec = objectAt(old, "spec");
  const affinity = objectAt(spec, "affinity");
  return {
    isPod,
    allowsInvalidDeletionCost: !isDeletionCost(objectAt(old, "metadata", "annotations")),
    allowsInvalidAffinitySelectors: hasInvalidSelectors(affinity, rootPath),
    allowsInvalidNodeAffinityValues: hasInvalidNodeValues(affinity),
    allowsInvalidSpreadSelectors: asObjects(spec.topologySpreadConstraints).some(({ labelSelector }) =>
      isJsonObject(labelSelector) ? validateLabelSelector(labelSelector, rootPath).length > 0 : false,
    ),
    allowsOddHugePages: hasOddHugePages(spec),
    allowsAnyTokenPath: hasOddTokenPath(spec),
    allowsHostSysctls: hasHostSysctls(spec, rootPath),
  };
}

function hasOddHugePages(spec: JsonObject): boolean {
  return placedContainers(spec, rootPath).some(({ container }) =>
    ["limits", "requests"].some((list) =>
      [...readAmounts(objectAt(container, "resources")[list])].some(
        ([name, amount]) => isHugePages(name) && !isDivisibleByPages(name, amount),
      ),
    ),
  );
}

function hasOddTokenPath(spec: JsonObject): boolean {
  return asObjects(spec.volumes)
    .flatMap((volume) => asObjects(objectAt(volume, "projected").sources))
    .some((source) => {
      const token = getOwn(source, "serviceAccountToken");
      return isJsonObject(token) && checkVolumeFilePath(token.path, rootPath).length > 0;
    });
}
