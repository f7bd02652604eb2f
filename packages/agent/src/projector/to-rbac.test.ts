import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { readProjectSettings } from "./read-project-settings.ts";
import { toRbac } from "./to-rbac.ts";

function rulesOf(settings: Record<string, string>): Record<string, unknown> {
  const values = new Map(Object.entries({ folder: "/f", ...settings }));
  const config = readProjectSettings(values, { namespace: "own", readFile: () => "" });
  const objects = toRbac({ config, name: "p", namespace: "own" });
  const roles = objects.filter(({ kind }) => kind === "Role" || kind === "ClusterRole");
  return Object.fromEntries(
    roles.map(({ kind, metadata, rules }) => [`${kind} ${(metadata as JsonObject).namespace ?? ""}`, rules]),
  );
}
const core = { apiGroups: [""] };

describe("toRbac()", () => {
  it("lets a label be followed where it is looked for, and nowhere else", () => {
    const rule = { ...core, resources: ["configmaps", "secrets"], verbs: ["get", "list", "watch"] };
    expect(rulesOf({ label: "a", resource: "both", namespace: "x,y" })).toEqual({ "Role x": [rule], "Role y": [rule] });
    expect(rulesOf({ label: "a", resource: "both", namespace: "ALL" })).toEqual({ "ClusterRole ": [rule] });
  });

  it("gives names to what is named, and no more verbs than the method needs", () => {
    const rule = { ...core, resources: ["secrets"], resourceNames: ["k", "l"] };
    const settings = { "resource-name": "secret/k,secret/l" };
    expect(rulesOf(settings)).toEqual({ "Role own": [{ ...rule, verbs: ["get", "list", "watch"] }] });
    expect(rulesOf({ ...settings, method: "SLEEP" })).toEqual({ "Role own": [{ ...rule, verbs: ["get"] }] });
    expect(rulesOf({ ...settings, once: "true" })).toEqual({ "Role own": [{ ...rule, verbs: ["get"] }] });
    const list = { ...core, resources: ["configmaps"], verbs: ["list"] };
    expect(rulesOf({ label: "a", once: "true" })).toEqual({ "Role own": [list] });
  });

  it("adds what is waited for, unless it may be read anyway", () => {
    const watch = ["get", "list", "watch"];
    expect(rulesOf({ label: "a", once: "true", "wait-for": "own/secret/k,own/configmap/m" })).toEqual({
      "Role own": [
        { ...core, resources: ["configmaps"], verbs: watch },
        { ...core, resources: ["secrets"], resourceNames: ["k"], verbs: watch },
      ],
    });
  });
});
