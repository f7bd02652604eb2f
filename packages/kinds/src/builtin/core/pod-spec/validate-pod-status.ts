import {
  asInteger,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  metadataOf,
  objectAt,
  parseIp,
} from "@kiln/api";
import { checkIp } from "../../check-ip.ts";
import { checkImmutable, checkQualifiedName, checkSubdomain } from "../../field-checks.ts";
import { type FieldRules, fieldRules } from "../../field-rules.ts";
import { leniencyFor } from "./leniency-for.ts";
import { validateAnnotationChanges, validatePodAnnotations } from "./validate-pod-annotations.ts";

const STATUS = fieldPath("status");
const ANNOTATIONS = fieldPath("metadata", "annotations");
/** Validates the status of a Pod, as the kubelet writes it. */
export function validatePodStatus(pod: JsonObject, old: JsonObject): FieldError[] {
  const spec = objectAt(pod, "spec");
  const status = objectAt(pod, "status");
  const before = objectAt(old, "status");
  const annotations = objectAt(metadataOf(pod), "annotations");
  return [
    ...validateAnnotationChanges(annotations, objectAt(metadataOf(old), "annotations"), ANNOTATIONS),
    ...validatePodAnnotations(annotations, ANNOTATIONS, { spec, leniency: leniencyFor(old, { isPod: true }) }),
    ...checkConditions(status, STATUS),
    ...validateNomination(status, before, spec),
    ...checkGeneration(status, STATUS),
    ...checkImmutable(status.qosClass, before.qosClass, STATUS.child("qosClass")),
    ...validateTransitions(status, before, spec),
    ...validateClaimStatuses(asObjects(status.resourceClaimStatuses), spec),
    ...validateAddresses("podIPs", status, before),
    ...validateAddresses("hostIPs", status, before),
    ...validateUsers(status, spec),
  ];
}

const OWN_CONDITIONS = ["PodScheduled", "Ready", "Initialized"];

const GENERATION: FieldRules = { observedGeneration: "min=0 must be a non-negative integer" };
const checkGeneration = fieldRules(GENERATION);
const checkConditions = fieldRules({ "conditions[]": [GENERATION, checkOtherType] });

/** Kubernetes: the path has the Go name (core/validation/validation.go validatePodConditions, v1.36). */
function checkOtherType({ type }: JsonObject, path: FieldPath): FieldError[] {
  return OWN_CONDITIONS.includes(asText(type)) ? [] : checkQualifiedName(type, path.child("Type"));
}

function validateNomination(status: JsonObject, before: JsonObject, spec: JsonObject): FieldError[] {
  const name = asText(status.nominatedNodeName);
  const path = STATUS.child("nominatedNodeName");
  if (name === "" || name === asText(before.nominatedNodeName)) {
    return [];
  }
  return [
    ...checkSubdomain(name, path),
    ...(asText(spec.nodeName) === ""
      ? []
      : [forbidden(path, "may not be set on pods that are already bound to a node")]),
  ];
}

/** Rejects the restart of an ended container, unless the restart policy allows it. */
function validateTransitions(status: JsonObject, before: JsonObject, spec: JsonObject): FieldError[] {
  const all = [...asObjects(spec.containers), ...asObjects(spec.initContainers)];
  const restartsAll = all.some(({ restartPolicyRules }) =>
    asObjects(restartPolicyRules).some(({ action }) => action === "RestartAllContainers"),
  );
  return STATUS_LISTS.flatMap(({ list, containers: field }) => {
    const now = byName(status[list]);
    const containers = byName(field === "ephemeralContainers" ? undefined : spec[field]);
    return asObjects(before[list]).flatMap((old, i) => {
      const ended = objectAt(old, "state").terminated;
      const found = now.get(asText(old.name));
      const isBack = isJsonObject(ended) && found !== undefined && !isJsonObject(objectAt(found, "state").terminated);
      const container = containers.get(asText(old.name));
      const mayRestart =
        (restartsAll && field !== "ephemeralContainers") ||
        (container !== undefined && shouldRestart(container, spec, isJsonObject(ended) ? ended.exitCode : 0));
      return !isBack || mayRestart
        ? []
        : [forbidden(STATUS.child(list).index(i).child("state"), "may not be transitioned to non-terminated state")];
    });
  });
}

function byName(list: JsonObject[string] | undefined): ReadonlyMap<string, JsonObject> {
  return new Map(asObjects(list).map((item) => [asText(item.name), item]));
}

const STATUS_LISTS = [
  { list: "containerStatuses", containers: "containers" },
  { list: "initContainerStatuses", containers: "initContainers" },
  { list: "ephemeralContainerStatuses", containers: "ephemeralContainers" },
];

function shouldRestart(container: JsonObject, spec: JsonObject, code: JsonObject[string] | undefined): boolean {
  const exitCode = Number(asInteger(code));
  const isRuled = asObjects(container.restartPolicyRules).some(({ exitCodes }) => matchesExit(exitCodes, exitCode));
  const policy = asText(container.restartPolicy ?? spec.restartPolicy);
  return (container.restartPolicy !== undefined && isRuled) || restartsOn(policy, exitCode);
}

function matchesExit(exitCodes: JsonObject[string] | undefined, exitCode: number): boolean {
  if (!isJsonObject(exitCodes)) {
    return false;
  }
  const isListed = Array.isArray(exitCodes.values) && exitCodes.values.some((value) => Number(value) === exitCode);
  return exitCodes.operator === "In" ? isListed : exitCodes.operator === "NotIn" && !isListed;
}

function restartsOn(policy: string, exitCode: number): boolean {
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

function validateClaimStatuses(statuses: readonly JsonObject[], spec: JsonObject): FieldError[] {
  const known = new Set(asObjects(spec.resourceClaims).map(({ name }) => asText(name)));
  const seen = new Set<string>();
  return statuses.flatMap(({ name: given, resourceClaimName }, i) => {
    const name = asText(given);
    const path = STATUS.child("resourceClaimStatuses").index(i);
    const isTaken = seen.has(name);
    seen.add(name);
    return [
      ...(known.has(name)
        ? []
        : [invalid(path.child("name"), name, "must match the name of an entry in `spec.resourceClaims`")]),
      ...(isTaken ? [duplicate(path.child("name"), name)] : []),
      ...(resourceClaimName === undefined ? [] : checkSubdomain(resourceClaimName, path.child("resourceClaimName"))),
    ];
  });
}

/** Validates the addresses of a Pod or its host: at most one of each IP family. */
function validateAddresses(field: "podIPs" | "hostIPs", status: JsonObject, before: JsonObject): FieldError[] {
  const path = STATUS.child(field);
  const ips = asObjects(status[field]).map(({ ip }) => asText(ip));
  const stored = new Set(asObjects(before[field]).map(({ ip }) => asText(ip)));
  const families = ips.map((ip) => parseIp(ip)?.family);
  const isPair = ips.length === 2 && families[0] !== families[1];
  return [
    ...(field === "hostIPs" && ips.length > 0 && asText(status.hostIP) !== ips[0]
      ? [invalid(path.index(0).child("ip"), ips[0], "must be equal to `hostIP`")]
      : []),
    ...ips.flatMap((ip, i) => checkIp(ip, path.index(i), { stored })),
    ...(ips.length > 1 && !isPair
      ? [
          {
            ...invalid(path, null, "may specify no more than one IP for each IP family"),
            printed: JSON.stringify(ips.map((IP) => ({ IP }))),
          },
        ]
      : []),
  ];
}

function validateUsers(status: JsonObject, spec: JsonObject): FieldError[] {
  const isWindows = objectAt(spec, "os").name === "windows";
  return STATUS_LISTS.flatMap(({ list }) =>
    asObjects(status[list]).flatMap(({ user }, i) => {
      const linux = isJsonObject(user) ? user.linux : undefined;
      const path = STATUS.child(list).index(i).child("user", "linux");
      if (!isJsonObject(linux)) {
        return [];
      }
      return isWindows ? [forbidden(path, "cannot be set for a windows pod")] : checkLinuxUser(linux, path);
    }),
  );
}

const checkLinuxUser = fieldRules({
  "uid,gid": "pointer;range=0..2147483647",
  "supplementalGroups[]": "range=0..2147483647",
});
