import {
  asInteger,
  asObjects,
  asText,
  checkDns1123Subdomain,
  checkRange,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
  type StringMap,
  tooLong,
  utf8Length,
  validateLabels,
} from "@kiln/api";
import { withGoStruct } from "../../../natives/print-go-struct.ts";
import {
  checkLabel,
  checkQualifiedName,
  checkSubdomain,
  checkSupported,
  checkText,
  requireAnd,
} from "../../field-checks.ts";
import { findRepeats } from "../../find-repeats.ts";
import { validateContainerResourceName } from "../resource-names.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validateAffinity } from "./validate-affinity.ts";
import type { PodSurroundings } from "./validate-container.ts";
import { validateContainers, validateEphemeralContainers, validateInitContainers } from "./validate-containers.ts";
import { validateDnsConfig, validateHostAliases } from "./validate-dns.ts";
import { validateFileKeyVolumes } from "./validate-env.ts";
import { validateHostProcess, validateOperatingSystem } from "./validate-operating-system.ts";
import { validatePodResources } from "./validate-pod-resources.ts";
import { validatePodSecurityContext } from "./validate-pod-security-context.ts";
import { validateResources } from "./validate-resources.ts";
import { validateTolerations } from "./validate-tolerations.ts";
import { validateTopologySpread } from "./validate-topology-spread.ts";
import { validateVolumes } from "./validate-volumes.ts";
import { placedContainers } from "./visit-containers.ts";

export interface PodSpecRules {
  readonly path: FieldPath;
  readonly leniency: PodLeniency;
  /** Metadata of the Pod; absent for a template. */
  readonly metadata?: JsonObject;
}

/** All validation errors of a Pod's spec, in Kubernetes' order. */
export function validatePodSpec(spec: JsonObject, { path, leniency, metadata }: PodSpecRules): FieldError[] {
  const judged = validateVolumes(asObjects(spec.volumes), {
    path: path.child("volumes"),
    podName: asText(metadata?.name),
    leniency,
  });
  const claims = new Set(asObjects(spec.resourceClaims).map(({ name }) => asText(name)));
  claims.delete("");
  const pod: PodSurroundings = { spec, volumes: judged.volumes, claims, leniency };
  return [
    ...(spec.terminationGracePeriodSeconds === undefined
      ? [required(path.child("terminationGracePeriodSeconds"), "")]
      : []),
    ...judged.errors,
    ...validateResourceClaims(asObjects(spec.resourceClaims), path.child("resourceClaims")),
    ...validateContainers(path.child("containers"), pod),
    ...validateInitContainers(path.child("initContainers"), pod),
    ...validateEphemeralContainers(path.child("ephemeralContainers"), pod),
    ...validatePodResources(spec, path.child("resources"), { claims, leniency }),
    ...validateHostNetworkPorts(spec, path.child("containers"), leniency),
    ...validatePolicies(spec, path),
    ...validateScheduling(spec, path, leniency),
    ...validateHost(spec, path),
    ...validateNames(spec, path),
    ...validateRest(spec, path, leniency),
  ];
}

function validateResourceClaims(claims: readonly JsonObject[], path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return claims.flatMap((claim, i) => {
    const at = path.index(i);
    const { resourceClaimName, resourceClaimTemplateName } = claim;
    const hasBoth = resourceClaimName !== undefined && resourceClaimTemplateName !== undefined;
    const hasNone = resourceClaimName === undefined && resourceClaimTemplateName === undefined;
    const refuse = (detail: string) => [withGoStruct(invalid(at, claim, detail), "core/v1.PodResourceClaim")];
    return [
      ...takeClaimName(asText(claim.name), at.child("name"), names),
      ...(hasBoth ? refuse("at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified") : []),
      ...(hasNone ? refuse("must specify one of: `resourceClaimName`, `resourceClaimTemplateName`") : []),
      ...checkNameIfSet(resourceClaimName, at.child("resourceClaimName")),
      ...checkNameIfSet(resourceClaimTemplateName, at.child("resourceClaimTemplateName")),
    ];
  });
}

/** Changes the set. */
function takeClaimName(name: string, path: FieldPath, names: Set<string>): FieldError[] {
  if (name === "") {
    return [required(path, "")];
  }
  if (names.has(name)) {
    return [duplicate(path, name)];
  }
  names.add(name);
  return checkLabel(name, path);
}

function checkNameIfSet(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return value === undefined ? [] : checkSubdomain(value, path);
}

/** On the host's network a container's port is one of the host. */
function validateHostNetworkPorts(spec: JsonObject, path: FieldPath, { isPod }: PodLeniency): FieldError[] {
  if (spec.hostNetwork !== true) {
    return [];
  }
  return asObjects(spec.containers).flatMap((container, i) =>
    asObjects(container.ports).flatMap((port, j) => {
      const hostPort = asInteger(port.hostPort);
      const isFine = Number(hostPort) === Number(asInteger(port.containerPort)) || (!isPod && Number(hostPort) === 0);
      const at = path.index(i).child("ports").index(j).child("hostPort");
      return isFine ? [] : [invalid(at, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}

function validatePolicies(spec: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...requireAnd(spec.restartPolicy, path.child("restartPolicy"), (value, at) =>
      checkSupported(value, at, ["Always", "OnFailure", "Never"]),
    ),
    ...requireAnd(spec.dnsPolicy, path.child("dnsPolicy"), (value, at) =>
      checkSupported(value, at, ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]),
    ),
  ];
}

function validateScheduling(spec: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const { affinity } = spec;
  const gates = asObjects(spec.schedulingGates).map(({ name }) => asText(name));
  const isRepeat = findRepeats(gates);
  return [
    ...validateLabels(spec.nodeSelector as StringMap | undefined, path.child("nodeSelector")),
    ...validatePodSecurityContext(spec, path.child("securityContext"), leniency),
    ...(isJsonObject(affinity) ? validateAffinity(affinity, path.child("affinity"), leniency) : []),
    ...validateDnsConfig(spec, path.child("dnsConfig")),
    ...asObjects(spec.readinessGates).flatMap(({ conditionType }, i) =>
      checkQualifiedName(conditionType, path.child("readinessGates").index(i).child("conditionType")),
    ),
    ...gates.flatMap((name, i) => {
      const at = path.child("schedulingGates").index(i);
      return [...checkQualifiedName(name, at), ...(isRepeat[i] === true ? [duplicate(at, name)] : [])];
    }),
    ...validateTopologySpread(
      asObjects(spec.topologySpreadConstraints),
      path.child("topologySpreadConstraints"),
      leniency,
    ),
  ];
}

/** Validates the host namespaces of a Pod. */
function validateHost(spec: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...validateHostProcess(spec, path),
    ...validateHostUsers(spec, path),
    ...validateHostnameOverride(spec, path.child("hostnameOverride")),
  ];
}

const OTHER_USERS = "when `hostUsers` is false";

function validateHostUsers(spec: JsonObject, path: FieldPath): FieldError[] {
  if (spec.hostUsers !== false) {
    return [];
  }
  return [
    ...(spec.hostNetwork === true ? [forbidden(path.child("hostNetwork"), OTHER_USERS)] : []),
    // Kubernetes: these two paths have Go names (core/validation/validation.go validateHostUsers, v1.36).
    ...(spec.hostPID === true ? [forbidden(path.child("HostPID"), OTHER_USERS)] : []),
    ...(spec.hostIPC === true ? [forbidden(path.child("HostIPC"), OTHER_USERS)] : []),
    ...placedContainers(spec, path).flatMap(({ container, path: at }) =>
      asObjects(container.volumeDevices).length > 0 ? [forbidden(at.child("volumeDevices"), OTHER_USERS)] : [],
    ),
  ];
}

const MAX_HOSTNAME = 64;

function validateHostnameOverride(spec: JsonObject, path: FieldPath): FieldError[] {
  const { hostnameOverride } = spec;
  if (hostnameOverride === undefined) {
    return [];
  }
  return [
    ...(spec.setHostnameAsFQDN === true
      ? [forbidden(path, "may not be specified when setHostnameAsFQDN is true")]
      : []),
    ...(spec.hostNetwork === true ? [forbidden(path, "may not be specified when hostNetwork is true")] : []),
    ...(utf8Length(asText(hostnameOverride)) > MAX_HOSTNAME ? [tooLong(path, MAX_HOSTNAME)] : []),
    ...checkSubdomain(hostnameOverride, path),
  ];
}

const MAX_DEADLINE = 2 ** 31 - 1;

function validateNames(spec: JsonObject, path: FieldPath): FieldError[] {
  const { activeDeadlineSeconds } = spec;
  const deadline = asInteger(activeDeadlineSeconds);
  const check = (field: string, rule: (value: JsonValue | undefined, at: FieldPath) => FieldError[]) =>
    asText(spec[field]) === "" ? [] : rule(spec[field], path.child(field));
  return [
    ...check("serviceAccountName", checkSubdomain),
    ...check("nodeName", checkSubdomain),
    ...(activeDeadlineSeconds === undefined
      ? []
      : checkRange(deadline, 1, MAX_DEADLINE).map((fault) =>
          invalid(path.child("activeDeadlineSeconds"), deadline, fault),
        )),
    ...check("hostname", checkLabel),
    ...check("subdomain", checkLabel),
  ];
}

function validateRest(spec: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const { priorityClassName, runtimeClassName, preemptionPolicy, overhead } = spec;
  return [
    ...validateTolerations(asObjects(spec.tolerations), path.child("tolerations")),
    ...validateHostAliases(asObjects(spec.hostAliases), path.child("hostAliases")),
    ...(asText(priorityClassName) === "" ? [] : checkSubdomain(priorityClassName, path.child("priorityClassName"))),
    ...(runtimeClassName === undefined
      ? []
      : checkText(runtimeClassName, path.child("runtimeClassName"), checkDns1123Subdomain)),
    ...(preemptionPolicy === undefined ? [] : checkPreemptionPolicy(preemptionPolicy, path.child("preemptionPolicy"))),
    ...(isJsonObject(overhead)
      ? validateResources({ limits: overhead }, path.child("overhead"), {
          validateName: validateContainerResourceName,
          claims: new Set(),
          leniency,
        })
      : []),
    ...validateOperatingSystem(spec, path),
    ...validateFileKeyVolumes(spec, placedContainers(spec, path)),
  ];
}

export function checkPreemptionPolicy(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return requireAnd(value, path, (policy, at) => checkSupported(policy, at, ["PreemptLowerPriority", "Never"]));
}
