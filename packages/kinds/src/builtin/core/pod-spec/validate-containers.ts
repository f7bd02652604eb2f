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
} from "@kiln/api";
import { wasGivenEmpty } from "../../../natives/given-empty.ts";
import { fieldRules, type RuleSteps, type Scope } from "../../field-rules.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { CONTAINER, validateContainer } from "./validate-container.ts";
import { LIFECYCLE_RULES, PROBE_RULES, PROBES } from "./validate-probes.ts";
import { RESTART_RULES, validateInitRestartPolicy } from "./validate-restart-policy.ts";
import { isRestartable } from "./visit-containers.ts";

/** Rules of the main containers, in a Pod's spec. */
export const CONTAINERS: RuleSteps<PodSurroundings> = [
  {
    containers: "required",
    "containers[]": [...CONTAINER, { name: "unique" }, LIFECYCLE_RULES, PROBE_RULES, ...RESTART_RULES],
  },
  checkHostPorts,
];

/** Rejects containers with the same port of the host. */
function checkHostPorts(spec: JsonObject, path: FieldPath): FieldError[] {
  const ports = new Set<string>();
  return asObjects(spec.containers).flatMap((container, i) =>
    takeHostPorts(container, path.child("containers").index(i), ports),
  );
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
export function validateInitContainers(
  spec: JsonObject,
  path: FieldPath,
  { given: pod = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  if (spec.initContainers === undefined) {
    return [];
  }
  const names = new Set(asObjects(spec.containers).map(({ name }) => asText(name)));
  return asObjects(spec.initContainers).flatMap((container, i) => {
    const at = path.child("initContainers").index(i);
    const name = asText(container.name);
    const isTaken = names.has(name);
    if (name !== "") {
      names.add(name);
    }
    return [
      ...validateContainer(container, at, { given: pod }),
      ...validateInitRestartPolicy(container, at),
      ...(isTaken ? [duplicate(at.child("name"), name)] : []),
      // Kubernetes: checks the host ports of each init container alone, so the index in the path is 0
      // (core/validation/validation.go validateInitContainers, v1.36).
      ...takeHostPorts(container, path.child("initContainers").index(0), new Set()),
      ...validateInitLifecycle(container, at, pod),
      ...refuseRestart(container, at),
    ];
  });
}

const checkSidecar = fieldRules(LIFECYCLE_RULES, PROBE_RULES);

function validateInitLifecycle(container: JsonObject, path: FieldPath, pod: PodSurroundings): FieldError[] {
  if (isRestartable(container)) {
    return checkSidecar(container, path, { given: pod });
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
export function validateEphemeralContainers(
  spec: JsonObject,
  path: FieldPath,
  { given: pod = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  const { containers, initContainers, ephemeralContainers } = spec;
  if (ephemeralContainers === undefined) {
    return [];
  }
  const others = new Set([...asObjects(containers), ...asObjects(initContainers)].map(({ name }) => asText(name)));
  const names = new Set(others);
  return asObjects(ephemeralContainers).flatMap((container, i) => {
    const at = path.child("ephemeralContainers").index(i);
    const target = asText(container.targetContainerName);
    return [
      ...validateContainer(container, at, { given: pod }),
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
