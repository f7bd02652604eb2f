import {
  asObject,
  asObjects,
  asText,
  deepEqual,
  type FieldError,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
  objectAt,
} from "@kiln/api";
import { qosClass } from "../qos-class.ts";
import { leniencyFor } from "./leniency-for.ts";
import { validateWholePod } from "./validate-pod.ts";
import { MIRROR } from "./validate-pod-annotations.ts";
import { isRestartable } from "./visit-containers.ts";

const SPEC = fieldPath("spec");
const ROOT = fieldPath("");
const ONLY = "only cpu and memory resources are mutable";

/** Validates a resize of a Pod: an update that may only change resources. */
export function validatePodResize(pod: JsonObject, old: JsonObject): FieldError[] {
  const now = objectAt(pod, "spec");
  const before = objectAt(old, "spec");
  if (Object.hasOwn(objectAt(metadataOf(old), "annotations"), MIRROR)) {
    return [forbidden(ROOT, "static pods cannot be resized")];
  }
  if (objectAt(before, "os").name === "windows") {
    return [forbidden(ROOT, "windows pods cannot be resized")];
  }
  const errors = [
    ...validateWholePod(pod, leniencyFor(old, { isPod: true })),
    ...checkClass(pod, old),
    ...checkNode(old),
    ...checkWhole(now, before),
  ];
  const order = checkOrder(now, before);
  return order.length > 0 ? [...errors, ...order] : [...errors, ...checkContainers(now, before)];
}

function checkClass(pod: JsonObject, old: JsonObject): FieldError[] {
  const stored = asText(objectAt(old, "status").qosClass);
  const before = stored === "" ? qosClass(objectAt(old, "spec")) : stored;
  return before === qosClass(objectAt(pod, "spec"))
    ? []
    : [invalid(SPEC, asText(objectAt(pod, "status").qosClass), "Pod QOS Class may not change as a result of resizing")];
}

function checkNode(old: JsonObject): FieldError[] {
  const running = asObjects(objectAt(old, "status").containerStatuses).find((status) =>
    isJsonObject(objectAt(status, "state").running),
  );
  return running !== undefined && running.resources === undefined
    ? [forbidden(SPEC, "Pod running on node without support for resize")]
    : [];
}

const LISTS = ["requests", "limits"] as const;

/** Validates changes of Pod-level resources. */
function checkWhole(now: JsonObject, old: JsonObject): FieldError[] {
  const path = SPEC.child("resources");
  if (!isJsonObject(now.resources)) {
    return isJsonObject(old.resources) ? [forbidden(path, "pod-level resources cannot be removed")] : [];
  }
  const before = objectAt(old, "resources");
  const removed = LISTS.filter((list) => isRemoved(objectAt(now, "resources")[list], before[list]));
  return [
    ...removed.map((list) => forbidden(path.child(list), `pod-level resource ${list} cannot be removed`)),
    ...(deepEqual(withoutSize(now.resources), withoutSize(before))
      ? []
      : [forbidden(SPEC, "only cpu and memory resources are mutable at pod-level")]),
  ];
}

function isRemoved(now: JsonValue | undefined, old: JsonValue | undefined): boolean {
  const amounts = asObject(now);
  return Object.keys(asObject(old)).some((name) => getOwn(amounts, name) === undefined);
}

/**
 * Pod resources without cpu and memory, to compare all others. Absent requests and limits become empty ones, because
 * they are equal.
 */
function withoutSize(resources: JsonObject): JsonObject {
  const { requests, limits, ...rest } = resources;
  const others = (list: JsonValue | undefined) => {
    const { cpu: _cpu, memory: _memory, ...amounts } = asObject(list);
    return amounts;
  };
  return { ...rest, requests: others(requests), limits: others(limits) };
}

function checkOrder(now: JsonObject, old: JsonObject): FieldError[] {
  return ["containers", "initContainers"].flatMap((list) => {
    const containers = asObjects(now[list]);
    const before = asObjects(old[list]);
    if (containers.length !== before.length) {
      return [forbidden(SPEC.child(list), `${list} may not be added or removed on resize`)];
    }
    return before.flatMap(({ name }, i) =>
      containers[i]?.name === name
        ? []
        : [forbidden(SPEC.child(list).index(i).child("name"), `${list} may not be renamed or reordered on resize`)],
    );
  });
}

function checkContainers(now: JsonObject, old: JsonObject): FieldError[] {
  const removed = ["initContainers", "containers"].flatMap((list) => {
    const containers = asObjects(now[list]);
    return asObjects(old[list]).flatMap((before, i) => {
      const resources = objectAt(containers[i] ?? {}, "resources");
      return LISTS.filter((kind) => isRemoved(resources[kind], objectAt(before, "resources")[kind])).map((kind) =>
        forbidden(SPEC.child(list).index(i).child("resources", kind), `resource ${kind} cannot be removed`),
      );
    });
  });
  const olds = asObjects(old.containers);
  const changed = asObjects(now.containers).filter((container, i) => isOtherwise(container, olds[i]));
  return [...removed, ...changed.map(() => forbidden(SPEC, ONLY)), ...checkInitContainers(now, old)];
}

/** Whether a container has changes besides its resources. */
function isOtherwise(container: JsonObject, before: JsonObject | undefined): boolean {
  const rest = (each: JsonObject) => ({ ...each, resources: withoutSize(objectAt(each, "resources")) });
  return !deepEqual(rest(container), rest(before ?? {}));
}

function checkInitContainers(now: JsonObject, old: JsonObject): FieldError[] {
  const olds = asObjects(old.initContainers);
  return asObjects(now.initContainers).flatMap((container, i) => {
    const before = olds[i];
    const path = SPEC.child("initContainers").index(i);
    const restarts = asObjects(container.resizePolicy).filter(
      ({ restartPolicy }) => restartPolicy === "RestartContainer",
    );
    const isStuck = !isRestartable(container) && !deepEqual(container, before ?? null);
    return [
      ...(isOtherwise(container, before)
        ? [forbidden(path, "only cpu and memory resources for init or sidecar containers are mutable")]
        : []),
      ...(isStuck ? restarts : []).map(() =>
        forbidden(path, "non-sidecar init containers with a resize policy of RestartContainer cannot be resized"),
      ),
    ];
  });
}
