import { type JsonObject, objectAt, objectsAt } from "@kiln/api";
import { addResources, type ResourceList, raiseResources, readResourceList } from "./resource-list.ts";

/** Resources that can be set for the whole Pod, which take precedence over those of its containers. */
const POD_LEVEL: readonly string[] = ["cpu", "memory"];

/**
 * Resources that a Pod's containers need at the same time. Init containers run one after the other before all others,
 * so the largest counts; sidecars are added to everything that runs after them.
 */
export function podResources(pod: JsonObject, what: "requests" | "limits"): ResourceList {
  const spec = objectAt(pod, "spec");
  const of = (container: JsonObject) => readResourceList(objectAt(container, "resources", what));
  const total: ResourceList = new Map();
  for (const container of objectsAt(spec, "containers")) {
    addResources(total, of(container));
  }
  const running: ResourceList = new Map();
  const largest: ResourceList = new Map();
  for (const container of objectsAt(spec, "initContainers")) {
    const own = of(container);
    if (container.restartPolicy === "Always") {
      addResources(total, own);
      addResources(running, own);
      raiseResources(largest, running);
    } else {
      addResources(own, running);
      raiseResources(largest, own);
    }
  }
  raiseResources(total, largest);
  for (const [name, quantity] of readResourceList(objectAt(spec, "resources", what))) {
    if (POD_LEVEL.includes(name)) {
      total.set(name, quantity);
    }
  }
  return total;
}
