import { fieldPath, type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validateVolumeDevices, validateVolumeMounts } from "./validate-mounts.ts";

const volumes = new Map<string, JsonObject>([
  ["v", { emptyDir: {} }],
  ["w", { emptyDir: {} }],
  ["claim", { persistentVolumeClaim: { claimName: "c" } }],
  ["scratch", { ephemeral: {} }],
]);

function mountErrors(mounts: readonly JsonObject[], container: JsonObject = {}): string[] {
  const others = new Map([["device", "/dev/a"]]);
  return validateVolumeMounts(mounts, fieldPath("m"), { container, volumes, others }).map(printFieldError);
}

function deviceErrors(devices: readonly JsonObject[]): string[] {
  const others = new Map([["v", "/data"]]);
  return validateVolumeDevices(devices, fieldPath("d"), { container: {}, volumes, others }).map(printFieldError);
}

const MOUNT = { name: "v", mountPath: "/data" };

describe("validateVolumeMounts()", () => {
  it.each<[what: string, mounts: JsonObject[], errors: string[]]>([
    ["a mount", [MOUNT], []],
    [
      "no name and no path",
      [{}],
      ["m[0].name: Required value", 'm[0].name: Not found: ""', "m[0].mountPath: Required value"],
    ],
    ["an unknown volume", [{ ...MOUNT, name: "x" }], ['m[0].name: Not found: "x"']],
    [
      "two mounts at one path",
      [MOUNT, { ...MOUNT, name: "w" }],
      ['m[1].mountPath: Invalid value: "/data": must be unique'],
    ],
    [
      "the path of a device",
      [{ name: "v", mountPath: "/dev/a" }],
      ['m[0].mountPath: Invalid value: "/dev/a": must not already exist as a path in volumeDevices'],
    ],
    [
      "a path out of the volume",
      [{ ...MOUNT, subPath: "a/../b" }],
      ["m.subPath: Invalid value: \"a/../b\": must not contain '..'"],
    ],
    [
      "an absolute path in the volume",
      [{ ...MOUNT, subPathExpr: "/a" }],
      ['m.subPathExpr: Invalid value: "/a": must be a relative path'],
    ],
    [
      "a path and an expression",
      [{ ...MOUNT, subPath: "a", subPathExpr: "b" }],
      ['m[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive'],
    ],
    [
      "an unknown propagation",
      [{ ...MOUNT, mountPropagation: "Up" }],
      ['m.mountPropagation: Unsupported value: "Up": supported values: "Bidirectional", "HostToContainer", "None"'],
    ],
    [
      "propagation to the host",
      [{ ...MOUNT, mountPropagation: "Bidirectional" }],
      ["m.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers"],
    ],
    ["recursion that is off", [{ ...MOUNT, recursiveReadOnly: "Disabled" }], []],
    [
      "recursion without readOnly",
      [{ ...MOUNT, recursiveReadOnly: "Enabled" }],
      ["m.recursiveReadOnly: Forbidden: may only be specified when readOnly is true"],
    ],
    [
      "recursion with propagation",
      [{ ...MOUNT, recursiveReadOnly: "IfPossible", readOnly: true, mountPropagation: "HostToContainer" }],
      ["m.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified"],
    ],
    [
      "unknown recursion",
      [{ ...MOUNT, recursiveReadOnly: "Yes" }],
      ['m.recursiveReadOnly: Unsupported value: "Yes": supported values: "Disabled", "Enabled", "IfPossible"'],
    ],
  ])("judges %s", (_, mounts, errors) => {
    expect(mountErrors(mounts)).toEqual(errors);
  });

  it("lets privileged containers propagate to the host", () => {
    const mounts = [{ ...MOUNT, mountPropagation: "Bidirectional" }];
    expect(mountErrors(mounts, { securityContext: { privileged: true } })).toEqual([]);
  });
});

describe("validateVolumeDevices()", () => {
  it.each<[what: string, devices: JsonObject[], errors: string[]]>([
    [
      "claims and ephemeral volumes",
      [
        { name: "claim", devicePath: "/a" },
        { name: "scratch", devicePath: "/b" },
      ],
      [],
    ],
    [
      "no name and no path",
      [{}],
      ["d[0].name: Required value", 'd[0].name: Not found: ""', "d[0].devicePath: Required value"],
    ],
    [
      "a volume that is no block device",
      [{ name: "w", devicePath: "/a" }],
      [
        'd[0].name: Invalid value: "w": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      ],
    ],
    [
      "a volume and a path given twice",
      [
        { name: "claim", devicePath: "/a" },
        { name: "claim", devicePath: "/a" },
      ],
      ['d[1].name: Invalid value: "claim": must be unique', 'd[1].devicePath: Invalid value: "/a": must be unique'],
    ],
    [
      "a path with backsteps",
      [{ name: "claim", devicePath: "/a/.." }],
      ["d[0].devicePath: Invalid value: \"/a/..\": can not contain backsteps ('..')"],
    ],
    [
      "the path of a mount",
      [{ name: "claim", devicePath: "/data" }],
      ['d[0].devicePath: Invalid value: "/data": must not already exist as a path in volumeMounts'],
    ],
  ])("judges %s", (_, devices, errors) => {
    expect(deviceErrors(devices)).toEqual(errors);
  });
});
