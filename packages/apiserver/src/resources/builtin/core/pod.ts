import { asObjects, isJsonObject, type JsonObject, setOwn } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { partOf } from "../part-of.ts";
import { podTypes } from "./pod-types.ts";
import { qosClass } from "./qos-class.ts";

export const pod: Declaration = {
  resource: "pods",
  types: podTypes,
  selectableFields: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.podIPs",
    "status.nominatedNodeName",
  ],
  fieldValues: {
    "spec.hostNetwork": ({ spec }) => String(isJsonObject(spec) && spec.hostNetwork === true),
    "status.podIPs": () => "",
  },
  strategy: () => ({
    setDefaults: defaultPod,
    prepareCreate: (object) => {
      object.status = { phase: "Pending", qosClass: qosClass(partOf(object, "spec")) };
    },
  }),
};

/** Changes the Pod: what is defaulted in a Pod and not in a template of one. */
function defaultPod(object: JsonObject): void {
  const { spec } = object;
  if (!isJsonObject(spec)) {
    return;
  }
  const containers = [...asObjects(spec.containers), ...asObjects(spec.initContainers)];
  for (const { resources } of containers) {
    requestLimits(resources);
  }
  requestLimits(spec.resources);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork === true) {
    for (const port of containers.flatMap(({ ports }) => asObjects(ports))) {
      port.hostPort ??= port.containerPort ?? 0;
    }
  }
}

/** Changes the resources: who may have so much and asks for nothing asks for so much. */
function requestLimits(resources: JsonObject[string] | undefined): void {
  if (!isJsonObject(resources) || !isJsonObject(resources.limits)) {
    return;
  }
  const requests = isJsonObject(resources.requests) ? resources.requests : {};
  for (const [name, amount] of Object.entries(resources.limits)) {
    if (!Object.hasOwn(requests, name)) {
      setOwn(requests, name, amount);
    }
  }
  resources.requests = requests;
}
