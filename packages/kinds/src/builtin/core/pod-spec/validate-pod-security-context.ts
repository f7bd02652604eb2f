import {
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  required,
} from "@kiln/api";
import { checkSupported } from "../../field-checks.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { checkId, validateAppArmorProfile, validateSeccompProfile } from "./validate-security-context.ts";
import { validateWindowsOptions } from "./validate-windows-options.ts";

/** Validation of a Pod-level security context. */
export function validatePodSecurityContext(spec: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const context = spec.securityContext;
  if (!isJsonObject(context)) {
    return [];
  }
  const groups = Array.isArray(context.supplementalGroups) ? context.supplementalGroups : [];
  return [
    ...["fsGroup", "runAsUser", "runAsGroup"].flatMap((field) => checkId(context[field], path.child(field))),
    ...groups.flatMap((group, i) => checkId(group, path.child("supplementalGroups").index(i))),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [invalid(path.child("shareProcessNamespace"), true, "ShareProcessNamespace and HostPID cannot both be enabled")]
      : []),
    ...validateSysctls(spec, path.child("sysctls"), leniency),
    ...checkChoice(context, path, ["fsGroupChangePolicy", "Always", "OnRootMismatch"]),
    ...validateSeccompProfile(context.seccompProfile, path.child("seccompProfile")),
    ...validateWindowsOptions(context.windowsOptions, path.child("windowsOptions")),
    ...validateAppArmorProfile(context.appArmorProfile, path.child("appArmorProfile")),
    ...checkChoice(context, path, ["supplementalGroupsPolicy", "Merge", "Strict"]),
    ...checkChoice(context, path, ["seLinuxChangePolicy", "Recursive"]),
  ];
}

/** Validates an optional field with an enumeration of values. */
function checkChoice(
  context: JsonObject,
  path: FieldPath,
  [field, ...choices]: readonly [string, ...string[]],
): FieldError[] {
  const value = context[field];
  return value === undefined ? [] : checkSupported(value, path.child(field), choices);
}

const SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SYSCTL = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const SYSCTL_NAME = new RegExp(SYSCTL);
const MAX_SYSCTL = 253;

function validateSysctls(spec: JsonObject, path: FieldPath, { allowsHostSysctls }: PodLeniency): FieldError[] {
  const seen = new Set<string>();
  return sysctlsOf(spec).flatMap((name, i) => {
    const at = path.index(i).child("name");
    const errors = [...checkSysctl(name, at, seen), ...(allowsHostSysctls ? [] : checkHostSysctl(name, spec, at))];
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

/** A Pod in the host's network or IPC namespace would set it for the host. */
function checkHostSysctl(name: string, { hostNetwork, hostIPC }: JsonObject, path: FieldPath): FieldError[] {
  const dotted = withDots(name);
  if (hostNetwork === true && dotted.startsWith("net.")) {
    return [invalid(path, name, "may not be specified when 'hostNetwork' is true")];
  }
  const isIpc = IPC_SYSCTLS.has(dotted) || dotted.startsWith("fs.mqueue.");
  return hostIPC === true && isIpc ? [invalid(path, name, "may not be specified when 'hostIPC' is true")] : [];
}

/** Names with slashes instead of dots: then dots are slashes. */
function withDots(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === "/" ? name.replace(/[./]/g, (sign) => (sign === "/" ? "." : "/")) : name;
}

/** Whether the Pod was stored with such a sysctl. */
export function hasHostSysctls(spec: JsonObject, path: FieldPath): boolean {
  return sysctlsOf(spec).some((name) => checkHostSysctl(name, spec, path).length > 0);
}
