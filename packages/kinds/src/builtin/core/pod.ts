import {
  asObjects,
  asText,
  type FieldError,
  isJsonObject,
  type JsonObject,
  objectAt,
  printQuantity,
  type Quantity,
  rootPath,
  setOwn,
} from "@kiln/api";
import { setOf } from "@kiln/apply";
import type { Strategy } from "../../resource/strategy.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { dropDisabledFields } from "./drop-disabled-fields.ts";
import { IMMUTABLE_POD_FIELDS, podMarks } from "./pod-marks.ts";
import { podResources } from "./pod-resources.ts";
import { validateNewPod } from "./pod-spec/validate-pod.ts";
import { validatePodResize } from "./pod-spec/validate-pod-resize.ts";
import { validatePodStatus } from "./pod-spec/validate-pod-status.ts";
import { validateEphemeralUpdate, validatePodUpdate } from "./pod-spec/validate-pod-update.ts";
import { warnOfPod } from "./pod-spec/warn-of-pod.ts";
import { warnOfPodName } from "./pod-spec/warn-of-pod-name.ts";
import { podTypes } from "./pod-types.ts";
import { preparePodUpdate } from "./pod-update.ts";
import { completeSelectors } from "./prepare-pod.ts";
import { qosClass } from "./qos-class.ts";
import { isHugePages } from "./resource-names.ts";
import { setPodCondition } from "./set-condition.ts";

/** Fields that a status update ignores. */
const UNOWNED: Strategy["unowned"] = {
  status: setOf(["f:spec"], ["f:metadata", "f:deletionTimestamp"], ["f:metadata", "f:ownerReferences"]),
};

export const pod: Declaration = {
  resource: "pods",
  types: podTypes,
  marks: podMarks,
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
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
  strategy: (settings) => ({
    unowned: UNOWNED,
    setDefaults: defaultPod,
    prepareCreate: (object, { services }) => {
      const spec = objectAt(object, "spec");
      dropDisabledFields(object);
      completeSelectors(object);
      object.status = { phase: "Pending", qosClass: qosClass(spec) };
      if (asObjects(spec.schedulingGates).length > 0) {
        setPodCondition(object, GATED, services.clock.now());
      }
    },
    prepareUpdate: (object, old, subresource) => {
      dropDisabledFields(object);
      preparePodUpdate(object, old, subresource);
    },
    warn: (object, old) =>
      old === undefined ? [...warnOfPodName(object, "the Pod's hostname"), ...warnOfPod(object, rootPath)] : [],
    validateCreate: validateNewPod,
    validateUpdate: (object, old, subresource) =>
      validateUpdate(object, old, { subresource, areMarked: areMarked(settings) }),
    deletion: { gracePeriod },
  }),
};

interface UpdateRules {
  readonly subresource: string;
  readonly areMarked: boolean;
}

function validateUpdate(object: JsonObject, old: JsonObject, { subresource, areMarked }: UpdateRules): FieldError[] {
  switch (subresource) {
    case "status":
      return validatePodStatus(object, old);
    case "ephemeralcontainers":
      return validateEphemeralUpdate(object, old, { areMarked });
    case "resize":
      return validatePodResize(object, old);
    default:
      return validatePodUpdate(object, old, { marked: areMarked ? IMMUTABLE_POD_FIELDS : [] });
  }
}

const GATED: JsonObject = {
  type: "PodScheduled",
  status: "False",
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
};

/** Grace period in seconds; 0 for a Pod that is not scheduled, or has ended. */
function gracePeriod(object: JsonObject, asked: number | undefined): number {
  const { nodeName, terminationGracePeriodSeconds } = objectAt(object, "spec");
  const { phase } = objectAt(object, "status");
  const isRunning = asText(nodeName) !== "" && phase !== "Failed" && phase !== "Succeeded";
  const period = isRunning ? (asked ?? Number(terminationGracePeriodSeconds ?? 0)) : 0;
  return period < 0 ? 1 : period;
}

/** Binding: assigns a Pod to a node. Posted to the namespace, it names the Pod in its metadata. */
export const binding: Declaration = {
  resource: "bindings",
  strategy: () => ({}),
};

/** Sets the defaults of a Pod that Pod templates do not get. */
function defaultPod(object: JsonObject): void {
  const { spec } = object;
  if (!isJsonObject(spec)) {
    return;
  }
  const containers = [...asObjects(spec.containers), ...asObjects(spec.initContainers)];
  for (const { resources } of containers) {
    requestLimits(resources);
  }
  requestWhole(spec);
  // Kubernetes: applies to Pods only; templates get a warning (core/v1/defaults.go SetDefaults_Pod, v1.36).
  if (Number(spec.terminationGracePeriodSeconds ?? 0) < 0) {
    spec.terminationGracePeriodSeconds = 1;
  }
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork === true) {
    for (const port of containers.flatMap(({ ports }) => asObjects(ports))) {
      port.hostPort ??= port.containerPort ?? 0;
    }
  }
}

/** Sets Pod-level requests to the sum over the containers. */
function requestWhole(spec: JsonObject): void {
  const { resources, ...containers } = spec;
  if (!isJsonObject(resources)) {
    return;
  }
  const limits = objectAt(resources, "limits");
  const requests = objectAt(resources, "requests");
  if (Object.keys(limits).length + Object.keys(requests).length > 0) {
    for (const [name, amount] of podResources({ spec: containers }, "limits")) {
      if (isHugePages(name) && !Object.hasOwn(requests, name) && !Object.hasOwn(limits, name)) {
        resources.limits = setAmount(objectAt(resources, "limits"), name, amount);
      }
    }
  }
  if (Object.keys(objectAt(resources, "limits")).length === 0) {
    return;
  }
  for (const [name, amount] of podResources({ spec: containers }, "requests")) {
    if (WHOLE.includes(name) && !Object.hasOwn(requests, name)) {
      resources.requests = setAmount(objectAt(resources, "requests"), name, amount);
    }
  }
  requestLimits(resources);
}

const WHOLE = ["cpu", "memory"];

function setAmount(amounts: JsonObject, name: string, amount: Quantity): JsonObject {
  return { ...amounts, [name]: printQuantity(amount) };
}

/** Sets absent requests to the limits. */
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
