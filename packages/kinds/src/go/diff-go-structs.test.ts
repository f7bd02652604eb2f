import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileNativePrune } from "../natives/decode-native.ts";
import { typeLibrary } from "../natives/type-library.ts";
import { diffGoStructs } from "./diff-go-structs.ts";

describe("diffGoStructs()", () => {
  it("names fields as Go does, set or not", () => {
    expect(diffGoStructs("core/v1.HostPathVolumeSource", [{ path: "/a" }, { path: "/b" }])).toBe(
      '@@ -1,4 +1,4 @@\n {\n- "Path": "/a",\n+ "Path": "/b",\n  "Type": null\n }\n',
    );
  });

  it("holds a Pod as Kubernetes' code does", () => {
    const diff = diffGoStructs("core/v1.PodSpec", [{}, { hostNetwork: true, serviceAccount: "a" }]);
    expect(diff).toContain(' "SecurityContext": {\n-  "HostNetwork": false,\n+  "HostNetwork": true,');
    expect(diff).not.toContain('"ServiceAccount"');
  });

  it("holds the sources of volumes in an order of its own", () => {
    const volume = { name: "a" };
    const diff = diffGoStructs("core/v1.Volume", [volume, { ...volume, quobyte: { registry: "r", volume: "v" } }]);
    expect(diff).toMatch(/ {2}"RBD": null,\n- "Quobyte": null,\n[^@]* {2}"FlexVolume": null/);
  });

  it("tells what was given empty from what was not given", () => {
    const given = { driver: "d", options: {} };
    compileNativePrune(typeLibrary.struct("core/v1.FlexPersistentVolumeSource"))(given);
    expect(diffGoStructs("core/v1.FlexPersistentVolumeSource", [{ driver: "d" }, given])).toContain('+ "Options": {}');
  });

  it("is omitted for values too large to compare in one request", () => {
    const args = Array.from({ length: 10_000 }, (_, i) => `argument ${i}`);
    const pods: [JsonObject, JsonObject] = [{ args }, { args: [...args].reverse() }];
    expect(diffGoStructs("core/v1.Container", pods)).toMatch(/^\(the diff is omitted: /);
  });
});
