import {
  asObject,
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
import { fieldRules } from "../../field-rules.ts";
import { placedContainers, someContainer } from "./visit-containers.ts";

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

const REFUSED = "forbidden=cannot be set for a windows pod";

/** Rejects fields that a Windows Pod cannot have, in the order of Kubernetes' errors. */
const refusePodFields = fieldRules({
  "securityContext.appArmorProfile,securityContext.seLinuxOptions": REFUSED,
  "hostUsers,hostPID,hostIPC": REFUSED,
  "securityContext.seccompProfile,securityContext.fsGroup,securityContext.fsGroupChangePolicy": REFUSED,
  "securityContext.sysctls,shareProcessNamespace,securityContext.runAsUser,securityContext.runAsGroup": REFUSED,
  "securityContext.supplementalGroups,securityContext.supplementalGroupsPolicy": REFUSED,
  "securityContext.seLinuxChangePolicy": REFUSED,
});

const refuseContainerFields = fieldRules({
  securityContext: {
    "appArmorProfile,seLinuxOptions,seccompProfile,capabilities,readOnlyRootFilesystem,privileged": REFUSED,
    "allowPrivilegeEscalation,procMount,runAsUser,runAsGroup": REFUSED,
  },
});

function refuseLinuxFields(spec: JsonObject, path: FieldPath): FieldError[] {
  const containers = placedContainers(spec, path).flatMap(({ container, path: at }) =>
    refuseContainerFields(container, at),
  );
  return [...refusePodFields(spec, path), ...containers];
}

/** Validates Windows HostProcess containers: all containers of a Pod are, or none, and only on the host's network. */
export function validateHostProcess(spec: JsonObject, path: FieldPath): FieldError[] {
  const whole = hostProcessOf(spec);
  if (whole === undefined && !someContainer(spec, (container) => hostProcessOf(container) !== undefined)) {
    return [];
  }
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

function hostProcessOf({ securityContext }: JsonObject): boolean | undefined {
  if (!isJsonObject(securityContext)) {
    return undefined;
  }
  const { hostProcess } = asObject(securityContext.windowsOptions);
  return typeof hostProcess === "boolean" ? hostProcess : undefined;
}
