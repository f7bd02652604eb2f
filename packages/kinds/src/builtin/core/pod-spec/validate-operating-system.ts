import {
  asText,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  required,
} from "@kiln/api";
import { checkSupported } from "../../field-checks.ts";
import { type PlacedContainer, placedContainers } from "./visit-containers.ts";

/** Rejects fields that a Pod cannot have on its operating system. */
export function validateOperatingSystem(spec: JsonObject, path: FieldPath): FieldError[] {
  if (!isJsonObject(spec.os)) {
    return [];
  }
  const name = asText(spec.os.name);
  if (name === "") {
    return [required(path.child("os", "name"), "")];
  }
  const errors = checkSupported(name, path.child("os"), ["linux", "windows"]);
  if (errors.length > 0) {
    return errors;
  }
  return name === "linux" ? refuseWindowsOptions(spec, path) : refuseLinuxFields(spec, path);
}

function refuseWindowsOptions(spec: JsonObject, path: FieldPath): FieldError[] {
  const contexts = [{ container: spec, path }, ...placedContainers(spec, path)];
  return contexts
    .filter(({ container }) => objectAt(container, "securityContext").windowsOptions !== undefined)
    .map(({ path: at }) =>
      forbidden(at.child("securityContext", "windowsOptions"), "windows options cannot be set for a linux pod"),
    );
}

/** Fields that a Windows Pod cannot have, in the order of Kubernetes' errors. */
const POD_FIELDS: readonly string[] = [
  "securityContext.appArmorProfile",
  "securityContext.seLinuxOptions",
  "hostUsers",
  "hostPID",
  "hostIPC",
  "securityContext.seccompProfile",
  "securityContext.fsGroup",
  "securityContext.fsGroupChangePolicy",
  "securityContext.sysctls",
  "shareProcessNamespace",
  "securityContext.runAsUser",
  "securityContext.runAsGroup",
  "securityContext.supplementalGroups",
  "securityContext.supplementalGroupsPolicy",
  "securityContext.seLinuxChangePolicy",
];

const CONTAINER_FIELDS: readonly string[] = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
].map((field) => `securityContext.${field}`);

function refuseLinuxFields(spec: JsonObject, path: FieldPath): FieldError[] {
  const containers = placedContainers(spec, path).flatMap((placed) => refuseFields(placed, CONTAINER_FIELDS));
  return [...refuseFields({ container: spec, path }, POD_FIELDS), ...containers];
}

function refuseFields({ container, path }: PlacedContainer, fields: readonly string[]): FieldError[] {
  return fields.flatMap((field) => {
    const steps = field.split(".");
    const name = steps.at(-1) as string;
    const holder = steps.length === 1 ? container : objectAt(container, steps[0] as string);
    return holder[name] === undefined ? [] : [forbidden(path.child(...steps), "cannot be set for a windows pod")];
  });
}

/** Validates Windows HostProcess containers: all containers of a Pod are, or none, and only on the host's network. */
export function validateHostProcess(spec: JsonObject, path: FieldPath): FieldError[] {
  const whole = hostProcessOf(spec);
  const containers = placedContainers(spec, path);
  const differing = containers.flatMap(({ container, path: at }) => {
    const own = hostProcessOf(container);
    return whole !== undefined && own !== undefined && whole !== own
      ? [
          invalid(
            at.child("securityContext", "windowsOptions", "hostProcess"),
            own,
            `pod hostProcess value must be identical if both are specified, was ${whole}`,
          ),
        ]
      : [];
  });
  const count = containers.filter(({ container }) => (hostProcessOf(container) ?? whole) === true).length;
  if (count === 0) {
    return differing;
  }
  return [
    ...differing,
    ...(count === containers.length
      ? []
      : [
          invalid(
            path,
            "",
            "If pod contains any hostProcess containers then all containers must be HostProcess containers",
          ),
        ]),
    ...(spec.hostNetwork === true
      ? []
      : [
          invalid(
            path.child("hostNetwork"),
            false,
            "hostNetwork must be true if pod contains any hostProcess containers",
          ),
        ]),
  ];
}

function hostProcessOf(holder: JsonObject): boolean | undefined {
  const { hostProcess } = objectAt(holder, "securityContext", "windowsOptions");
  return typeof hostProcess === "boolean" ? hostProcess : undefined;
}
