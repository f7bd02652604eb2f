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
} from "@kiln/api";
import { checkLabel, checkQualifiedName } from "../../field-checks.ts";
import { fieldRules, type Scope } from "../../field-rules.ts";
import { findRepeats } from "../../find-repeats.ts";
import { validateContainerResourceName } from "../resource-names.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validateAffinity } from "./validate-affinity.ts";
import type { PodSurroundings } from "./validate-container.ts";
import { validateContainers, validateEphemeralContainers, validateInitContainers } from "./validate-containers.ts";
import { validateDnsConfig } from "./validate-dns.ts";
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

/** Validates a Pod's spec, in Kubernetes' order of errors. */
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
    ...checkGracePeriod(spec, path),
    ...judged.errors,
    ...checkClaims(spec, path, { given: new Set() }),
    ...validateContainers(path.child("containers"), pod),
    ...validateInitContainers(path.child("initContainers"), pod),
    ...validateEphemeralContainers(path.child("ephemeralContainers"), pod),
    ...validatePodResources(spec, path.child("resources"), { claims, leniency }),
    ...validateHostNetworkPorts(spec, path.child("containers"), leniency),
    ...checkPolicies(spec, path),
    ...validateScheduling(spec, path, leniency),
    ...validateHost(spec, path),
    ...checkNames(spec, path),
    ...validateRest(spec, path, leniency),
  ];
}

/** The names of claims so far are passed by the caller. */
const checkClaims = fieldRules<Set<string>>({
  "resourceClaims[]": [
    { name: ["required", takeClaimName] },
    {
      "resourceClaimName|resourceClaimTemplateName":
        "atMostOne=core/v1.PodResourceClaim: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified;" +
        "atLeastOne=core/v1.PodResourceClaim: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
      "resourceClaimName,resourceClaimTemplateName": "pointer;subdomain",
    },
  ],
});

/** Validates the name of a resource claim; adds it to the given names and rejects a duplicate. */
function takeClaimName(name: string, path: FieldPath, { given: names }: Scope<Set<string>>): FieldError[] {
  if (names?.has(name) === true) {
    return [duplicate(path, name)];
  }
  names?.add(name);
  return checkLabel(name, path);
}

/** Validates the ports of a Pod on the host's network: each is a port of the host as well. */
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

const checkGracePeriod = fieldRules({ terminationGracePeriodSeconds: "present" });
const checkPolicies = fieldRules({
  restartPolicy: "required;enum=Always|OnFailure|Never",
  dnsPolicy: "required;enum=ClusterFirstWithHostNet|ClusterFirst|Default|None",
});
const checkNodeSelector = fieldRules({ nodeSelector: "labels" });
const checkReadinessGates = fieldRules({ "readinessGates[]": { conditionType: "qualifiedName" } });
const checkNames = fieldRules({
  "serviceAccountName,nodeName": "optional;subdomain",
  activeDeadlineSeconds: "pointer;range=1..2147483647",
  "hostname,subdomain": "optional;label",
});
const checkHostAliases = fieldRules({ "hostAliases[]": { ip: "ip", "hostnames[]": "subdomain" } });
const checkClasses = fieldRules({
  priorityClassName: "optional;subdomain",
  runtimeClassName: "pointer;subdomain",
  preemptionPolicy: "pointer;required;enum=PreemptLowerPriority|Never",
});

function validateScheduling(spec: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const { affinity } = spec;
  const gates = asObjects(spec.schedulingGates).map(({ name }) => asText(name));
  const isRepeat = findRepeats(gates);
  return [
    ...checkNodeSelector(spec, path),
    ...validatePodSecurityContext(spec, path.child("securityContext"), leniency),
    ...(isJsonObject(affinity) ? validateAffinity(affinity, path.child("affinity"), leniency) : []),
    ...validateDnsConfig(spec, path.child("dnsConfig")),
    ...checkReadinessGates(spec, path),
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

/** Validates the use of host namespaces. */
function validateHost(spec: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...validateHostProcess(spec, path),
    ...validateHostUsers(spec, path),
    ...validateHostnameOverride(spec, path),
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

const checkHostname = fieldRules({ hostnameOverride: "maxBytes=64;subdomain" });

function validateHostnameOverride(spec: JsonObject, parent: FieldPath): FieldError[] {
  const path = parent.child("hostnameOverride");
  if (spec.hostnameOverride === undefined) {
    return [];
  }
  return [
    ...(spec.setHostnameAsFQDN === true
      ? [forbidden(path, "may not be specified when setHostnameAsFQDN is true")]
      : []),
    ...(spec.hostNetwork === true ? [forbidden(path, "may not be specified when hostNetwork is true")] : []),
    ...checkHostname(spec, parent),
  ];
}

function validateRest(spec: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const { overhead } = spec;
  return [
    ...validateTolerations(asObjects(spec.tolerations), path.child("tolerations")),
    ...checkHostAliases(spec, path),
    ...checkClasses(spec, path),
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
