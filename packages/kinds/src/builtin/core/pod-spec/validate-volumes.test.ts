import { fieldPath, type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { STRICT } from "./pod-leniency.ts";
import { validateVolumes } from "./validate-volumes.ts";

const V = "spec.volumes[0]";

function judge(source: JsonObject): string[] {
  const rules = { path: fieldPath("spec", "volumes"), podName: "p", leniency: STRICT };
  return validateVolumes([{ name: "v", ...source }], rules).errors.map(printFieldError);
}

describe("volumes", () => {
  it.each<[string, JsonObject, string[]]>([
    ["no source", {}, [`${V}: Required value: must specify a volume type`]],
    ["two sources", { emptyDir: {}, cephfs: {} }, [`${V}.cephFS: Forbidden: may not specify more than 1 volume type`]],
    [
      "a path that leads up",
      { hostPath: { path: "/a/../b", type: "Odd" } },
      [
        `${V}.hostPath.path: Invalid value: "/a/../b": must not contain '..'`,
        `${V}.hostPath.type: Unsupported value: "Odd": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"`,
      ],
    ],
    [
      "files that are not given",
      { configMap: { defaultMode: 512, items: [{ key: "k", path: "../x" }] } },
      [
        `${V}.configMap.name: Required value`,
        `${V}.configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive`,
        `${V}.configMap.items[0].path: Invalid value: "../x": must not contain '..'`,
      ],
    ],
    [
      "a token for a minute",
      { projected: { sources: [{ serviceAccountToken: { path: "t", expirationSeconds: 60 } }] } },
      [
        `${V}.projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes`,
      ],
    ],
    [
      "one file from two sources",
      {
        projected: {
          sources: [
            { secret: { name: "s", items: [{ key: "k", path: "p" }] } },
            { configMap: { name: "c", items: [{ key: "k", path: "p" }] }, secret: { name: "s" } },
          ],
        },
      },
      [
        `${V}.projected: Invalid value: "c": conflicting duplicate paths`,
        `${V}.projected.sources[1]: Forbidden: may not specify more than 1 volume type per source`,
      ],
    ],
    [
      "no portal",
      { iscsi: { iqn: "x", lun: 256 } },
      [
        `${V}.iscsi.targetPortal: Required value`,
        `${V}.iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa`,
        `${V}.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive`,
      ],
    ],
    [
      "a path that is not one",
      { nfs: { server: "s", path: "p" } },
      [`${V}.nfs.path: Invalid value: "p": must be an absolute path`],
    ],
    ["a driver without a name", { csi: {} }, [`${V}.csi.driver: Required value`]],
    [
      "a claim that asks for nothing",
      { ephemeral: { volumeClaimTemplate: { metadata: { name: "n" }, spec: {} } } },
      [
        `${V}.ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set`,
        `${V}.ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required`,
        `${V}.ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value`,
      ],
    ],
  ])("are refused with %s", (_, source, errors) => {
    expect(judge(source)).toEqual(errors);
  });
});
