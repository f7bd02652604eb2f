import { type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import {
  type CheckPod,
  containersOf,
  describeContainers,
  describeSetters,
  hasOwnUsers,
  namesOf,
  type PodLike,
  plural,
  quote,
  quoteSet,
  type SecurityCheck,
  securityContextOf,
} from "./security-check.ts";

/** Violation of a security context field: the required value, and the containers and values that violate it. */
interface BadValues {
  readonly setters: string;
  readonly values: readonly string[];
}

/** Checks the Pod's own security context, then those of its containers. Undefined if all values are allowed. */
export function findBadValues(pod: PodLike, read: (context: JsonObject) => readonly string[]): BadValues | undefined {
  const podValues = read(securityContextOf(pod.spec));
  const bad = containersOf(pod).filter((container) => read(securityContextOf(container)).length > 0);
  const values = [...podValues, ...bad.flatMap((container) => read(securityContextOf(container)))];
  const setters = describeSetters(podValues.length > 0 ? ["pod"] : [], namesOf(bad));
  return values.length === 0 ? undefined : { setters, values };
}

const APP_ARMOR_ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";

const checkAppArmor: CheckPod = (pod) => {
  const found = findBadValues(pod, (context) => {
    const type = textAt(objectAt(context, "appArmorProfile"), "type");
    return context.appArmorProfile === undefined || ["RuntimeDefault", "Localhost"].includes(type) ? [] : [type];
  });
  const annotations = Object.entries(objectAt(pod.metadata, "annotations"))
    .filter(([key, value]) => key.startsWith(APP_ARMOR_ANNOTATION) && !isAllowedAppArmor(String(value)))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort();
  const values = [...[...new Set(found?.values)].sort(), ...annotations];
  const setters = [
    ...(found === undefined ? [] : [found.setters]),
    ...(annotations.length === 0 ? [] : [plural(annotations.length, "annotation", "annotations")]),
  ];
  return setters.length === 0
    ? undefined
    : {
        reason: plural(values.length, "forbidden AppArmor profile", "forbidden AppArmor profiles"),
        detail: `${setters.join(" and ")} must not set AppArmor profile type to ${quote(values)}`,
      };
};

function isAllowedAppArmor(profile: string): boolean {
  return profile === "" || profile === "runtime/default" || profile.startsWith("localhost/");
}

const CAPABILITIES: readonly string[] = [
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
];

export function addedCapabilities(container: JsonObject): readonly string[] {
  const { add } = objectAt(securityContextOf(container), "capabilities");
  return Array.isArray(add) ? add.map(String) : [];
}

const checkCapabilities: CheckPod = (pod) => {
  const odd = (container: JsonObject) => addedCapabilities(container).filter((name) => !CAPABILITIES.includes(name));
  const bad = containersOf(pod).filter((container) => odd(container).length > 0);
  return bad.length === 0
    ? undefined
    : {
        reason: "non-default capabilities",
        detail:
          `${describeContainers(namesOf(bad))} must not include ${quoteSet(bad.flatMap(odd))} in ` +
          "securityContext.capabilities.add",
      };
};

const checkHostNamespaces: CheckPod = ({ spec }) => {
  const used = ["hostNetwork", "hostPID", "hostIPC"].filter((name) => spec[name] === true);
  return used.length === 0
    ? undefined
    : { reason: "host namespaces", detail: used.map((name) => `${name}=true`).join(", ") };
};

const checkHostPaths: CheckPod = ({ spec }) => {
  const volumes = namesOf(objectsAt(spec, "volumes").filter(({ hostPath = null }) => hostPath !== null));
  return volumes.length === 0
    ? undefined
    : { reason: "hostPath volumes", detail: `${plural(volumes.length, "volume", "volumes")} ${quote(volumes)}` };
};

const checkHostPorts: CheckPod = (pod) => {
  const portsOf = (container: JsonObject) =>
    objectsAt(container, "ports").flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]));
  const bad = containersOf(pod).filter((container) => portsOf(container).length > 0);
  const ports = [...new Set(bad.flatMap(portsOf))].sort();
  const uses = plural(bad.length, "uses", "use");
  return bad.length === 0
    ? undefined
    : {
        reason: "hostPort",
        detail:
          `${describeContainers(namesOf(bad))} ${uses} ${plural(ports.length, "hostPort", "hostPorts")} ` +
          ports.join(", "),
      };
};

const checkHostProbes: CheckPod = (pod) => {
  const bad = containersOf(pod).filter((container) => probedHosts(container).length > 0);
  const names = [...new Set(namesOf(bad))].sort();
  const hosts = [...new Set(bad.flatMap(probedHosts))].sort();
  const what = plural(hosts.length, "probe or lifecycle host", "probe or lifecycle hosts");
  return bad.length === 0
    ? undefined
    : {
        reason: "probe or lifecycle host",
        detail: `${describeContainers(names)} ${plural(names.length, "uses", "use")} ${what} ${quote(hosts)}`,
      };
};

function probedHosts(container: JsonObject): string[] {
  const lifecycle = objectAt(container, "lifecycle");
  const handlers = [
    ...["livenessProbe", "readinessProbe", "startupProbe"].map((name) => objectAt(container, name)),
    ...["postStart", "preStop"].map((name) => objectAt(lifecycle, name)),
  ];
  return handlers
    .flatMap((handler) => [objectAt(handler, "httpGet"), objectAt(handler, "tcpSocket")])
    .map((action) => textAt(action, "host"))
    .filter((host) => host !== "");
}

const checkPrivileged: CheckPod = (pod) => {
  const bad = containersOf(pod).filter((container) => securityContextOf(container).privileged === true);
  return bad.length === 0
    ? undefined
    : {
        reason: "privileged",
        detail: `${describeContainers(namesOf(bad))} must not set securityContext.privileged=true`,
      };
};

export const checkProcMount: CheckPod = (pod) => {
  const mountOf = (container: JsonObject) => textAt(securityContextOf(container), "procMount");
  const bad = containersOf(pod).filter((container) => !["", "Default"].includes(mountOf(container)));
  return bad.length === 0
    ? undefined
    : {
        reason: "procMount",
        detail: `${describeContainers(namesOf(bad))} must not set securityContext.procMount to ${quoteSet(bad.map(mountOf))}`,
      };
};

const SE_LINUX_TYPES: readonly string[] = ["", "container_t", "container_init_t", "container_kvm_t"];

function checkSeLinux(types: readonly string[]): CheckPod {
  return (pod) => {
    const faultsOf = ({ seLinuxOptions = null }: JsonObject): string[] => {
      const options = objectAt({ seLinuxOptions }, "seLinuxOptions");
      const type = textAt(options, "type");
      const isSet = ["user", "role"].filter((name) => textAt(options, name) !== "");
      return [...(types.includes(type) ? [] : [`type ${type}`]), ...isSet];
    };
    const found = findBadValues(pod, faultsOf);
    if (found === undefined) {
      return undefined;
    }
    const badTypes = found.values.filter((value) => value.startsWith("type ")).map((value) => value.slice(5));
    const count = new Set(badTypes).size;
    const data = [
      ...(count === 0 ? [] : [`${plural(count, "type", "types")} ${quoteSet(badTypes)}`]),
      ...["user", "role"].filter((name) => found.values.includes(name)).map((name) => `${name} may not be set`),
    ];
    const detail = `${found.setters} set forbidden securityContext.seLinuxOptions: ${data.join("; ")}`;
    return { reason: "seLinuxOptions", detail };
  };
}

const SECCOMP_POD_ANNOTATION = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER_ANNOTATION = "container.seccomp.security.alpha.kubernetes.io/";

/** Check for Kubernetes versions in which seccomp profiles were annotations. */
const checkSeccompAnnotations: CheckPod = (pod) => {
  const annotations = objectAt(pod.metadata, "annotations");
  const keys = [
    SECCOMP_POD_ANNOTATION,
    ...namesOf(containersOf(pod)).map((name) => SECCOMP_CONTAINER_ANNOTATION + name),
  ];
  const bad = keys.filter((key) => Object.hasOwn(annotations, key) && !isAllowedSeccomp(textAt(annotations, key)));
  const texts = [...new Set(bad)].map((key) => `${key}=${JSON.stringify(annotations[key])}`).sort();
  return texts.length === 0
    ? undefined
    : {
        reason: "seccompProfile",
        detail: `forbidden ${plural(texts.length, "annotation", "annotations")} ${texts.join(", ")}`,
      };
};

function isAllowedSeccomp(profile: string): boolean {
  return profile === "runtime/default" || profile === "docker/default" || profile.startsWith("localhost/");
}

/** Types of the seccomp profiles in a security context that are not allowed. */
export function badSeccompTypes(context: JsonObject): string[] {
  const type = textAt(objectAt(context, "seccompProfile"), "type");
  return (context.seccompProfile ?? null) === null || ["Localhost", "RuntimeDefault"].includes(type) ? [] : [type];
}

export const checkSeccomp: CheckPod = (pod) => {
  const found = findBadValues(pod, badSeccompTypes);
  return found === undefined
    ? undefined
    : {
        reason: "seccompProfile",
        detail: `${found.setters} must not set securityContext.seccompProfile.type to ${quoteSet(found.values)}`,
      };
};

const SYSCTLS: readonly string[] = [
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
];
const SYSCTLS_27 = [...SYSCTLS, "net.ipv4.ip_local_reserved_ports"];
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
];
const SYSCTLS_32 = [...SYSCTLS_29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

function checkSysctls(allowed: readonly string[]): CheckPod {
  return ({ spec }) => {
    const names = namesOf(objectsAt(securityContextOf(spec), "sysctls"));
    const bad = names.filter((name) => !allowed.includes(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };
}

const checkHostProcess: CheckPod = (pod) => {
  const found = findBadValues(pod, (context) =>
    objectAt(context, "windowsOptions").hostProcess === true ? ["true"] : [],
  );
  return found === undefined
    ? undefined
    : {
        reason: "hostProcess",
        detail: `${found.setters} must not set securityContext.windowsOptions.hostProcess=true`,
      };
};

/** Checks of the baseline level, in the order in which violations are listed. */
export const baselineChecks: readonly SecurityCheck[] = [
  { id: "appArmorProfile", versions: [{ since: 0, check: checkAppArmor }] },
  { id: "capabilities_baseline", versions: [{ since: 0, check: checkCapabilities }] },
  { id: "hostNamespaces", versions: [{ since: 0, check: checkHostNamespaces }] },
  { id: "hostPathVolumes", versions: [{ since: 0, check: checkHostPaths }] },
  { id: "hostPorts", versions: [{ since: 0, check: checkHostPorts }] },
  { id: "hostProbesAndHostLifecycle", versions: [{ since: 34, check: checkHostProbes }] },
  { id: "privileged", versions: [{ since: 0, check: checkPrivileged }] },
  {
    id: "procMount",
    versions: [
      { since: 0, check: checkProcMount },
      { since: 35, check: (pod) => (hasOwnUsers(pod) ? undefined : checkProcMount(pod)) },
    ],
  },
  {
    id: "seLinuxOptions",
    versions: [
      { since: 0, check: checkSeLinux(SE_LINUX_TYPES) },
      { since: 31, check: checkSeLinux([...SE_LINUX_TYPES, "container_engine_t"]) },
    ],
  },
  {
    id: "seccompProfile_baseline",
    versions: [
      { since: 0, check: checkSeccompAnnotations },
      { since: 19, check: checkSeccomp },
    ],
  },
  {
    id: "sysctls",
    versions: [
      { since: 0, check: checkSysctls(SYSCTLS) },
      { since: 27, check: checkSysctls(SYSCTLS_27) },
      { since: 29, check: checkSysctls(SYSCTLS_29) },
      { since: 32, check: checkSysctls(SYSCTLS_32) },
    ],
  },
  { id: "windowsHostProcess", versions: [{ since: 0, check: checkHostProcess }] },
];
