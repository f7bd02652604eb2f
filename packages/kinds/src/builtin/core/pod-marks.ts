import type { Marks } from "../../natives/marks.ts";

/**
 * Immutable fields of a Pod's spec, whatever the Pod's state. Fields that may change in some ways, or while the Pod is
 * gated, have rules instead.
 */
export const IMMUTABLE_POD_FIELDS: readonly string[] = [
  "automountServiceAccountToken",
  "dnsConfig",
  "dnsPolicy",
  "enableServiceLinks",
  "hostAliases",
  "hostIPC",
  "hostNetwork",
  "hostPID",
  "hostUsers",
  "hostname",
  "hostnameOverride",
  "imagePullSecrets",
  "nodeName",
  "os",
  "overhead",
  "preemptionPolicy",
  "priority",
  "priorityClassName",
  "readinessGates",
  "resourceClaims",
  "restartPolicy",
  "runtimeClassName",
  "schedulerName",
  "securityContext",
  "serviceAccount",
  "serviceAccountName",
  "setHostnameAsFQDN",
  "shareProcessNamespace",
  "subdomain",
  "topologySpreadConstraints",
  "volumes",
];

/** Deprecated alias of serviceAccountName, without a mark, so that a change of both is reported once. */
const MIRRORED = "serviceAccount";

const immutable = IMMUTABLE_POD_FIELDS.filter((field) => field !== MIRRORED).map(
  (field) => [`spec.${field}`, { mutability: "Immutable" }] as const,
);

/** Marks of a Pod; ephemeral containers can be added but not changed. */
export const podMarks: Readonly<Record<string, Marks>> = {
  ...Object.fromEntries(immutable),
  "spec.ephemeralContainers": { keyMutability: "AddOnly" },
  "spec.ephemeralContainers[]": { mutability: "Immutable" },
};
