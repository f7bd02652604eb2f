import {
  asInteger,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  notFound,
  required,
} from "@kiln/api";
import { wasGivenEmpty } from "../../../natives/given-empty.ts";
import { type PodSurroundings, validateContainer } from "./validate-container.ts";
import { PROBES, validateLifecycle, validateProbes } from "./validate-probes.ts";
import { validateInitRestartPolicy, validateRestartPolicy } from "./validate-restart-policy.ts";
import { isRestartable } from "./visit-containers.ts";

/** Validates the main containers. */
export function validateContainers(path: FieldPath, pod: PodSurroundings): FieldError[] {
  const containers = asObjects(pod.spec.containers);
  if (containers.length === 0) {
    return [required(path, "")];
  }
  const names = new Set<string>();
  const ports = new Set<string>();
  const gracePeriod = pod.spec.terminationGracePeriodSeconds;
  return [
    ...containers.flatMap((container, i) => {
      const at = path.index(i);
      return [
        ...validateContainer(container, at, pod),
        ...takeName(asText(container.name), at, names),
        ...validateLifecycle(container, at, gracePeriod),
        ...validateProbes(container, at),
        ...validateRestartPolicy(container, at),
      ];
    }),
    ...containers.flatMap((container, i) => takeHostPorts(container, path.index(i), ports)),
  ];
}

/** Adds the name of a container to `names`; rejects a duplicate. */
function takeName(name: string, path: FieldPath, names: Set<string>): FieldError[] {
  const isTaken = names.has(name);
  names.add(name);
  return isTaken ? [duplicate(path.child("name"), name)] : [];
}

/** Adds the host ports of a container to `taken`; rejects duplicates. */
function takeHostPorts(container: JsonObject, path: FieldPath, taken: Set<string>): FieldError[] {
  return asObjects(container.ports).flatMap(({ protocol, hostIP, hostPort }, i) => {
    if (Number(asInteger(hostPort)) === 0) {
      return [];
    }
    const key = `${asText(protocol)}/${asText(hostIP)}/${hostPort}`;
    const isTaken = taken.has(key);
    taken.add(key);
    return isTaken ? [duplicate(path.child("ports").index(i).child("hostPort"), key)] : [];
  });
}

/** Validates init containers, sidecars among them. */
export function validateInitContainers(path: FieldPath, pod: PodSurroundings): FieldError[] {
  const names = new Set(asObjects(pod.spec.containers).map(({ name }) => asText(name)));
  return asObjects(pod.spec.initContainers).flatMap((container, i) => {
    const at = path.index(i);
    const name = asText(container.name);
    const isTaken = names.has(name);
    if (name !== "") {
      names.add(name);
    }
    return [
      ...validateContainer(container, at, pod),
      ...validateInitRestartPolicy(container, at),
      ...(isTaken ? [duplicate(at.child("name"), name)] : []),
      // Kubernetes: checks the host ports of each init container alone, so the index in the path is 0
      // (core/validation/validation.go validateInitContainers, v1.36).
      ...takeHostPorts(container, path.index(0), new Set()),
      ...validateInitLifecycle(container, at, pod),
      ...refuseRestart(container, at),
    ];
  });
}

function validateInitLifecycle(container: JsonObject, path: FieldPath, { spec }: PodSurroundings): FieldError[] {
  if (isRestartable(container)) {
    return [
      ...validateLifecycle(container, path, spec.terminationGracePeriodSeconds),
      ...validateProbes(container, path),
    ];
  }
  return ["lifecycle", ...PROBES]
    .filter((field) => isJsonObject(container[field]))
    .map((field) => forbidden(path.child(field), "may not be set for init containers without restartPolicy=Always"));
}

function refuseRestart(container: JsonObject, path: FieldPath): FieldError[] {
  if (isRestartable(container)) {
    return [];
  }
  return asObjects(container.resizePolicy).flatMap(({ restartPolicy }, i) =>
    restartPolicy === "RestartContainer"
      ? [
          invalid(
            path.child("resizePolicy").index(i).child("restartPolicy"),
            restartPolicy,
            "must not be set to 'RestartContainer' for non-sidecar initContainers",
          ),
        ]
      : [],
  );
}

/** Fields that an ephemeral container cannot have, in the order of Kubernetes' struct. */
const REFUSED: readonly string[] = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
];
const REFUSAL = "cannot be set for an Ephemeral Container";

/** Validates ephemeral containers. */
export function validateEphemeralContainers(path: FieldPath, pod: PodSurroundings): FieldError[] {
  const { containers, initContainers, ephemeralContainers } = pod.spec;
  const others = new Set([...asObjects(containers), ...asObjects(initContainers)].map(({ name }) => asText(name)));
  const names = new Set(others);
  return asObjects(ephemeralContainers).flatMap((container, i) => {
    const at = path.index(i);
    const target = asText(container.targetContainerName);
    return [
      ...validateContainer(container, at, pod),
      ...checkImagePadding(container, at),
      ...takeName(asText(container.name), at, names),
      ...(target === "" || others.has(target) ? [] : [notFound(at.child("targetContainerName"), target)]),
      ...REFUSED.filter((field) => isGiven(container, field)).map((field) => forbidden(at.child(field), REFUSAL)),
      ...asObjects(container.volumeMounts).flatMap((mount, j) =>
        ["subPath", "subPathExpr"]
          .filter((field) => asText(mount[field]) !== "")
          .map((field) => forbidden(at.child("volumeMounts").index(j).child(field), REFUSAL)),
      ),
    ];
  });
}

function isGiven(container: JsonObject, field: string): boolean {
  const value = container[field];
  if (wasGivenEmpty(container, field)) {
    return true;
  }
  return isJsonObject(value) && field === "resources"
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null;
}

/** Rejects blanks around the image of a Pod. Templates may have them, because controllers fill in images. */
export function checkImagePadding({ image }: JsonObject, path: FieldPath): FieldError[] {
  const text = asText(image);
  return text.trim() === text
    ? []
    : [invalid(path.child("image"), text, "must not have leading or trailing whitespace")];
}
