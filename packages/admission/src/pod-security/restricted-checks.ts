import { type JsonObject, objectAt, objectsAt } from "@kiln/api";
import { addedCapabilities, badSeccompTypes, checkProcMount, checkSeccomp, findBadValues } from "./baseline-checks.ts";
import {
  type CheckPod,
  containersOf,
  describeContainers,
  hasOwnUsers,
  isWindows,
  namesOf,
  plural,
  quote,
  quoteSet,
  type SecurityCheck,
  securityContextOf,
} from "./security-check.ts";

const checkEscalation: CheckPod = (pod) => {
  const bad = containersOf(pod).filter((one) => securityContextOf(one).allowPrivilegeEscalation !== false);
  return bad.length === 0
    ? undefined
    : {
        reason: "allowPrivilegeEscalation != false",
        detail: `${describeContainers(namesOf(bad))} must set securityContext.allowPrivilegeEscalation=false`,
      };
};

const checkCapabilities: CheckPod = (pod) => {
  const containers = containersOf(pod);
  const keeping = containers.filter((one) => {
    const { drop } = objectAt(securityContextOf(one), "capabilities");
    return !(Array.isArray(drop) && drop.includes("ALL"));
  });
  const odd = (one: JsonObject) => addedCapabilities(one).filter((name) => name !== "NET_BIND_SERVICE");
  const adding = containers.filter((one) => odd(one).length > 0);
  const details = [
    ...(keeping.length === 0
      ? []
      : [`${describeContainers(namesOf(keeping))} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0
      ? []
      : [
          `${describeContainers(namesOf(adding))} must not include ${quoteSet(adding.flatMap(odd))} in ` +
            "securityContext.capabilities.add",
        ]),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

const VOLUME_TYPES: readonly string[] = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
];

/** Disallowed volume types in order; a volume with several is reported by the first. */
const OTHER_VOLUME_TYPES: readonly string[] = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "gitRepo",
  "nfs",
  "iscsi",
  "glusterfs",
  "rbd",
  "flexVolume",
  "cinder",
  "cephfs",
  "flocker",
  "fc",
  "azureFile",
  "vsphereVolume",
  "quobyte",
  "azureDisk",
  "photonPersistentDisk",
  "portworxVolume",
  "scaleIO",
  "storageos",
];

const checkVolumes: CheckPod = ({ spec }) => {
  const has = (volume: JsonObject, type: string) => (volume[type] ?? null) !== null;
  const bad = objectsAt(spec, "volumes").filter((volume) => !VOLUME_TYPES.some((type) => has(volume, type)));
  const types = new Set(bad.map((one) => OTHER_VOLUME_TYPES.find((type) => has(one, type)) ?? "unknown"));
  const volumes = `${plural(bad.length, "volume", "volumes")} ${quote(namesOf(bad))}`;
  const what = plural(types.size, "restricted volume type", "restricted volume types");
  return bad.length === 0
    ? undefined
    : {
        reason: "restricted volume types",
        detail: `${volumes} ${plural(bad.length, "uses", "use")} ${what} ${quoteSet(types)}`,
      };
};

const checkNonRoot: CheckPod = (pod) => {
  const reason = "runAsNonRoot != true";
  const isNot = ({ runAsNonRoot }: JsonObject) => (runAsNonRoot === false ? ["false"] : []);
  const found = findBadValues(pod, isNot);
  if (found !== undefined) {
    return { reason, detail: `${found.setters} must not set securityContext.runAsNonRoot=false` };
  }
  const isForAll = securityContextOf(pod.spec).runAsNonRoot === true;
  const silent = containersOf(pod).filter((one) => securityContextOf(one).runAsNonRoot !== true);
  return isForAll || silent.length === 0
    ? undefined
    : { reason, detail: `pod or ${describeContainers(namesOf(silent))} must set securityContext.runAsNonRoot=true` };
};

const checkUser: CheckPod = (pod) => {
  const found = findBadValues(pod, ({ runAsUser }) => (runAsUser === 0 ? ["0"] : []));
  return found === undefined
    ? undefined
    : { reason: "runAsUser=0", detail: `${found.setters} must not set runAsUser=0` };
};

const checkSeccompSet: CheckPod = (pod) => {
  const wrong = checkSeccomp(pod);
  if (wrong !== undefined) {
    return wrong;
  }
  const isSet = (context: JsonObject) =>
    (context.seccompProfile ?? null) !== null && badSeccompTypes(context).length === 0;
  const silent = containersOf(pod).filter((one) => !isSet(securityContextOf(one)));
  return isSet(securityContextOf(pod.spec)) || silent.length === 0
    ? undefined
    : {
        reason: "seccompProfile",
        detail:
          `pod or ${describeContainers(namesOf(silent))} must set securityContext.seccompProfile.type to ` +
          '"RuntimeDefault" or "Localhost"',
      };
};

/**
 * Check that skips Windows Pods. Kubernetes: validation already rejects these settings for them
 * (pod-security-admission/policy/check_allowPrivilegeEscalation.go allowPrivilegeEscalation_1_25, v1.36).
 */
function unlessWindows(check: CheckPod): CheckPod {
  return (pod) => (isWindows(pod) ? undefined : check(pod));
}

function unlessOwnUsers(check: CheckPod): CheckPod {
  return (pod) => (hasOwnUsers(pod) ? undefined : check(pod));
}

const CAPABILITIES_BASELINE = ["capabilities_baseline"];
const SECCOMP_BASELINE = ["seccompProfile_baseline"];

/** Checks of the restricted level, in the order in which violations are listed. */
export const restrictedChecks: readonly SecurityCheck[] = [
  {
    id: "allowPrivilegeEscalation",
    versions: [
      { since: 8, check: checkEscalation },
      { since: 25, check: unlessWindows(checkEscalation) },
    ],
  },
  {
    id: "capabilities_restricted",
    versions: [
      { since: 22, check: checkCapabilities, overrides: CAPABILITIES_BASELINE },
      { since: 25, check: unlessWindows(checkCapabilities), overrides: CAPABILITIES_BASELINE },
    ],
  },
  { id: "procMount_restricted", versions: [{ since: 35, check: checkProcMount, overrides: ["procMount"] }] },
  { id: "restrictedVolumes", versions: [{ since: 0, check: checkVolumes, overrides: ["hostPathVolumes"] }] },
  {
    id: "runAsNonRoot",
    versions: [
      { since: 0, check: checkNonRoot },
      { since: 35, check: unlessOwnUsers(checkNonRoot) },
    ],
  },
  {
    id: "runAsUser",
    versions: [
      { since: 23, check: checkUser },
      { since: 35, check: unlessOwnUsers(checkUser) },
    ],
  },
  {
    id: "seccompProfile_restricted",
    versions: [
      { since: 19, check: checkSeccompSet, overrides: SECCOMP_BASELINE },
      { since: 25, check: unlessWindows(checkSeccompSet), overrides: SECCOMP_BASELINE },
    ],
  },
];
