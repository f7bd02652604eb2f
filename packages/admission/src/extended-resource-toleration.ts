import { objectAt, objectsAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { ensureObject, isPod } from "./read-fields.ts";

/** ExtendedResourceToleration: adds tolerations for the extended resources that a Pod requests. */
export const extendedResourceToleration: AdmissionPlugin = {
  name: "ExtendedResourceToleration",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  admit({ object = {} }) {
    const spec = ensureObject(object, "spec");
    const containers = [...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")];
    const names = containers.flatMap((one) => Object.keys(objectAt(one, "resources", "requests")).filter(isExtended));
    const wanted = [...new Set(names)].sort().map((key) => ({ key, operator: "Exists", effect: "NoSchedule" }));
    const kept = objectsAt(spec, "tolerations").filter(
      (one) => !wanted.some(({ key }) => one.key === key && one.effect === "NoSchedule" && one.operator === "Exists"),
    );
    if (wanted.length > 0) {
      spec.tolerations = [...kept, ...wanted];
    }
    return undefined;
  },
};

function isExtended(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.");
}
