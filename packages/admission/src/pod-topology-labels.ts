import { objectAt, setOwn, textAt } from "@kiln/api";
import { peekObject } from "@kiln/kinds";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { ensureObject, isPod } from "./read-fields.ts";

const TOPOLOGY = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"];

/** PodTopologyLabels: copies the topology labels of a Pod's node to the Pod. */
export const podTopologyLabels: AdmissionPlugin = {
  name: "PodTopologyLabels",
  handles: (target) => isPod(target) && target.operation === "CREATE",
  admit({ object = {}, services }) {
    const node = textAt(objectAt(object, "spec"), "nodeName");
    const labels =
      node === "" ? {} : objectAt(peekObject(services, `/registry/core/nodes/${node}`), "metadata", "labels");
    for (const key of TOPOLOGY.filter((name) => Object.hasOwn(labels, name))) {
      setOwn(ensureObject(ensureObject(object, "metadata"), "labels"), key, labels[key] ?? "");
    }
    return undefined;
  },
};
