import {
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
} from "@kiln/api";
import { fieldRules, type Scope } from "../../field-rules.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { validateAppArmorProfile, validateSeccompProfile } from "./validate-security-context.ts";
import { validateWindowsOptions } from "./validate-windows-options.ts";

/** Validates the security context of a Pod. */
export const validatePodSecurityContext = fieldRules<PodSurroundings>(
  {
    "fsGroup,runAsUser,runAsGroup": "pointer;range=0..2147483647",
    "supplementalGroups[]": "range=0..2147483647",
  },
  checkSharedProcesses,
  {
    sysctls: ["optional", validateSysctls],
    fsGroupChangePolicy: "pointer;enum=Always|OnRootMismatch",
    seccompProfile: ["pointer", validateSeccompProfile],
    windowsOptions: ["pointer", validateWindowsOptions],
    appArmorProfile: ["pointer", validateAppArmorProfile],
    supplementalGroupsPolicy: "pointer;enum=Merge|Strict",
    seLinuxChangePolicy: "pointer;enum=Recursive",
  },
);

function checkSharedProcesses(_: JsonObject, path: FieldPath, { given }: Scope<PodSurroundings>): FieldError[] {
  return given?.spec.shareProcessNamespace === true && given.spec.hostPID === true
    ? [invalid(path.child("shareProcessNamespace"), true, "ShareProcessNamespace and HostPID cannot both be enabled")]
    : [];
}

const SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SYSCTL = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const SYSCTL_NAME = new RegExp(SYSCTL);
const MAX_SYSCTL = 253;

function validateSysctls(
  _: JsonValue,
  path: FieldPath,
  { given: { spec, leniency } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  const seen = new Set<string>();
  return sysctlsOf(spec).flatMap((name, i) => {
    const at = path.index(i).child("name");
    const errors = [
      ...checkSysctl(name, at, seen),
      ...(leniency.allowsHostSysctls ? [] : checkHostSysctl(name, spec, at)),
    ];
    seen.add(name);
    return errors;
  });
}

function sysctlsOf({ securityContext }: JsonObject): string[] {
  const sysctls = isJsonObject(securityContext) ? securityContext.sysctls : undefined;
  return asObjects(sysctls).map(({ name }) => asText(name));
}

function checkSysctl(name: string, path: FieldPath, seen: ReadonlySet<string>): FieldError[] {
  if (name === "") {
    return [required(path, "")];
  }
  if (name.length > MAX_SYSCTL || !SYSCTL_NAME.test(name)) {
    return [invalid(path, name, `must have at most ${MAX_SYSCTL} characters and match regex ${SYSCTL}`)];
  }
  return seen.has(name) ? [duplicate(path, name)] : [];
}

const IPC_SYSCTLS = new Set(
  ["sem", "shmall", "shmmax", "shmmni", "shm_rmid_forced", "shm", "msgmax", "msgmnb", "msgmni", "msg"].map(
    (name) => `kernel.${name}`,
  ),
);

/**
 * Rejects a sysctl of the network or IPC namespace for a Pod that shares it with the host: it would change the host.
 */
function checkHostSysctl(name: string, { hostNetwork, hostIPC }: JsonObject, path: FieldPath): FieldError[] {
  const dotted = withDots(name);
  if (hostNetwork === true && dotted.startsWith("net.")) {
    return [invalid(path, name, "may not be specified when 'hostNetwork' is true")];
  }
  const isIpc = IPC_SYSCTLS.has(dotted) || dotted.startsWith("fs.mqueue.");
  return hostIPC === true && isIpc ? [invalid(path, name, "may not be specified when 'hostIPC' is true")] : [];
}

/** Sysctl name with dots as separators; in a name with slashes as separators, dots become slashes. */
function withDots(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === "/" ? name.replace(/[./]/g, (sign) => (sign === "/" ? "." : "/")) : name;
}

/** Whether a stored Pod has a sysctl that would change the host. */
export function hasHostSysctls(spec: JsonObject, path: FieldPath): boolean {
  return sysctlsOf(spec).some((name) => checkHostSysctl(name, spec, path).length > 0);
}
