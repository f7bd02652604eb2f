import {
  asNamedString,
  asText,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  notFound,
  notSupported,
  required,
} from "@kiln/api";
import { checkDescendingPath, checkNoBacksteps } from "./validate-path.ts";

/** Properties of container and Pod that the validation of mounts and devices depends on. */
export interface MountSurroundings {
  readonly container: JsonObject;
  /** Valid volumes of the Pod by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  /** Paths by volume: of the volume devices when mounts are validated, of the mounts when devices are. */
  readonly others: ReadonlyMap<string, string>;
}

export function validateVolumeMounts(
  mounts: readonly JsonObject[],
  path: FieldPath,
  { container, volumes, others }: MountSurroundings,
): FieldError[] {
  const paths = new Set<string>();
  const otherPaths = new Set(others.values());
  return mounts.flatMap((mount, i) => {
    const at = path.index(i);
    const name = asText(mount.name);
    const mountPath = asText(mount.mountPath);
    const errors = [
      ...(name === "" ? [required(at.child("name"), "")] : []),
      ...(volumes.has(name) ? [] : [notFound(at.child("name"), name)]),
      ...(mountPath === "" ? [required(at.child("mountPath"), "")] : []),
      ...(paths.has(mountPath) ? [invalid(at.child("mountPath"), mountPath, "must be unique")] : []),
      ...(others.has(name) ? [invalid(at.child("name"), name, "must not already exist in volumeDevices")] : []),
      ...(otherPaths.has(mountPath)
        ? [invalid(at.child("mountPath"), mountPath, "must not already exist as a path in volumeDevices")]
        : []),
      ...validateSubPaths(mount, path, at),
      ...validatePropagation(mount, container, path.child("mountPropagation")),
      ...validateRecursiveReadOnly(mount, path.child("recursiveReadOnly")),
    ];
    paths.add(mountPath);
    return errors;
  });
}

/** Kubernetes: most errors of a mount are reported at the list (validation.go ValidateVolumeMounts, v1.36). */
function validateSubPaths(mount: JsonObject, list: FieldPath, at: FieldPath): FieldError[] {
  const subPath = asText(mount.subPath);
  const expression = asText(mount.subPathExpr);
  return [
    ...(subPath === "" ? [] : checkDescendingPath(subPath, list.child("subPath"))),
    ...(expression !== "" && subPath !== ""
      ? [invalid(at.child("subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive")]
      : []),
    ...(expression === "" ? [] : checkDescendingPath(expression, list.child("subPathExpr"))),
  ];
}

const PROPAGATIONS = ["Bidirectional", "HostToContainer", "None"];

function validatePropagation(mount: JsonObject, container: JsonObject, path: FieldPath): FieldError[] {
  if (mount.mountPropagation === undefined) {
    return [];
  }
  const propagation = asText(mount.mountPropagation);
  const { securityContext } = container;
  const isPrivileged = isJsonObject(securityContext) && securityContext.privileged === true;
  return [
    ...(PROPAGATIONS.includes(propagation) ? [] : [notSupported(path, propagation, PROPAGATIONS)]),
    ...(propagation === "Bidirectional" && !isPrivileged
      ? [forbidden(path, "Bidirectional mount propagation is available only to privileged containers")]
      : []),
  ];
}

function validateRecursiveReadOnly(mount: JsonObject, path: FieldPath): FieldError[] {
  const { recursiveReadOnly, readOnly, mountPropagation } = mount;
  if (recursiveReadOnly === undefined || recursiveReadOnly === "Disabled") {
    return [];
  }
  if (recursiveReadOnly !== "Enabled" && recursiveReadOnly !== "IfPossible") {
    return [asNamedString(notSupported(path, asText(recursiveReadOnly), ["Disabled", "Enabled", "IfPossible"]))];
  }
  return [
    ...(readOnly === true ? [] : [forbidden(path, "may only be specified when readOnly is true")]),
    ...(mountPropagation === undefined || mountPropagation === "None"
      ? []
      : [forbidden(path, "may only be specified when mountPropagation is None or not specified")]),
  ];
}

export function validateVolumeDevices(
  devices: readonly JsonObject[],
  path: FieldPath,
  { volumes, others }: MountSurroundings,
): FieldError[] {
  const names = new Set<string>();
  const paths = new Set<string>();
  const otherPaths = new Set(others.values());
  return devices.flatMap((device, i) => {
    const at = { name: path.index(i).child("name"), devicePath: path.index(i).child("devicePath") };
    const name = asText(device.name);
    const devicePath = asText(device.devicePath);
    const isBackstep = devicePath !== "" && checkNoBacksteps(devicePath, path).length > 0;
    const errors = [
      ...(name === "" ? [required(at.name, "")] : []),
      ...(names.has(name) ? [invalid(at.name, name, "must be unique")] : []),
      ...checkBlockVolume(volumes.get(name), at.name, name),
      ...(devicePath === "" ? [required(at.devicePath, "")] : []),
      ...(paths.has(devicePath) ? [invalid(at.devicePath, devicePath, "must be unique")] : []),
      ...(isBackstep ? [invalid(at.devicePath, devicePath, "can not contain backsteps ('..')")] : []),
      ...(others.has(name) ? [invalid(at.name, name, "must not already exist in volumeMounts")] : []),
      ...(otherPaths.has(devicePath)
        ? [invalid(at.devicePath, devicePath, "must not already exist as a path in volumeMounts")]
        : []),
    ];
    if (!isBackstep) {
      paths.add(devicePath);
    }
    if (name !== "") {
      names.add(name);
    }
    return errors;
  });
}

function checkBlockVolume(volume: JsonObject | undefined, path: FieldPath, name: string): FieldError[] {
  if (volume === undefined) {
    return [notFound(path, name)];
  }
  const isClaimed = volume.persistentVolumeClaim !== undefined || volume.ephemeral !== undefined;
  return isClaimed
    ? []
    : [invalid(path, name, "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode")];
}
