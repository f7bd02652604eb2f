import {
  asInteger,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type JsonObject,
  type JsonValue,
} from "@kiln/api";
import { checkQualifiedName } from "../../field-checks.ts";
import { fieldRules, type Scope } from "../../field-rules.ts";
import { findRepeats } from "../../find-repeats.ts";
import { validateContainerResourceName } from "../resource-names.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { validateAffinity } from "./validate-affinity.ts";
import { CONTAINERS, validateEphemeralContainers, validateInitContainers } from "./validate-containers.ts";
import { validateDnsConfig } from "./validate-dns.ts";
import { validateFileKeyVolumes } from "./validate-env.ts";
import { validateHostProcess, validateOperatingSystem } from "./validate-operating-system.ts";
import { validatePodResources } from "./validate-pod-resources.ts";
import { validatePodSecurityContext } from "./validate-pod-security-context.ts";
import { validateResources } from "./validate-resources.ts";
import { TOLERATION } from "./validate-tolerations.ts";
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
  const { volumes, errors: volumeErrors } = validateVolumes(asObjects(spec.volumes), {
    path: path.child("volumes"),
    podName: asText(metadata?.name),
    leniency,
  });
  return checkSpec(spec, path, { given: { spec, volumes, volumeErrors, claims: claimsOf(spec), leniency } });
}

function claimsOf({ resourceClaims }: JsonObject): ReadonlySet<string> {
  if (resourceClaims === undefined) {
    return NO_POD.claims;
  }
  const claims = new Set(asObjects(resourceClaims).map(({ name }) => asText(name)));
  claims.delete("");
  return claims;
}

const checkSpec = fieldRules<PodSurroundings>(
  { terminationGracePeriodSeconds: "present" },
  (_spec, _path, { given }) => given?.volumeErrors ?? [],
  {
    "resourceClaims[]": [
      { name: "required;unique;valid;label" },
      {
        "resourceClaimName|resourceClaimTemplateName":
          "atMostOne=core/v1.PodResourceClaim: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified;" +
          "atLeastOne=core/v1.PodResourceClaim: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
        "resourceClaimName,resourceClaimTemplateName": "pointer;subdomain",
      },
    ],
  },
  ...CONTAINERS,
  validateInitContainers,
  validateEphemeralContainers,
  { resources: ["pointer", validatePodResources] },
  validateHostNetworkPorts,
  {
    restartPolicy: "required;enum=Always|OnFailure|Never",
    dnsPolicy: "required;enum=ClusterFirstWithHostNet|ClusterFirst|Default|None",
    nodeSelector: "labels",
    securityContext: ["pointer", validatePodSecurityContext],
    affinity: ["pointer", validateAffinity],
  },
  validateDnsConfig,
  {
    "readinessGates[]": { conditionType: "qualifiedName" },
    schedulingGates: ["optional", validateSchedulingGates],
    topologySpreadConstraints: ["optional", validateTopologySpread],
  },
  validateHostProcess,
  validateHostUsers,
  validateHostnameOverride,
  {
    "serviceAccountName,nodeName": "optional;subdomain",
    activeDeadlineSeconds: "pointer;range=1..2147483647",
    "hostname,subdomain": "optional;label",
    "tolerations[]": TOLERATION,
    "hostAliases[]": { ip: "ip", "hostnames[]": "subdomain" },
    priorityClassName: "optional;subdomain",
    runtimeClassName: "pointer;subdomain",
    preemptionPolicy: "pointer;required;enum=PreemptLowerPriority|Never",
    overhead: ["pointer", validateOverhead],
  },
  validateOperatingSystem,
  validateFileKeyVolumes,
);

/** Validates the ports of a Pod on the host's network: each is a port of the host as well. */
function validateHostNetworkPorts(
  spec: JsonObject,
  path: FieldPath,
  { given: { leniency } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  if (spec.hostNetwork !== true) {
    return [];
  }
  return asObjects(spec.containers).flatMap((container, i) =>
    asObjects(container.ports).flatMap((port, j) => {
      const hostPort = asInteger(port.hostPort);
      const isFine =
        Number(hostPort) === Number(asInteger(port.containerPort)) || (!leniency.isPod && Number(hostPort) === 0);
      const at = path.child("containers").index(i).child("ports").index(j).child("hostPort");
      return isFine ? [] : [invalid(at, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}

/** Kubernetes: the paths have the gates, not their names (validation.go validateSchedulingGates, v1.36). */
function validateSchedulingGates(given: JsonValue, path: FieldPath): FieldError[] {
  const gates = asObjects(given).map(({ name }) => asText(name));
  const isRepeat = findRepeats(gates);
  return gates.flatMap((name, i) => {
    const at = path.index(i);
    return [...checkQualifiedName(name, at), ...(isRepeat[i] === true ? [duplicate(at, name)] : [])];
  });
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

function validateOverhead(
  overhead: JsonObject,
  path: FieldPath,
  { given: { leniency } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  return validateResources({ limits: overhead }, path, {
    validateName: validateContainerResourceName,
    claims: NO_POD.claims,
    leniency,
  });
}
