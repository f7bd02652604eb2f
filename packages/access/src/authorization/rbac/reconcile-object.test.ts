import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { AUTO_UPDATE, bootstrapPolicy } from "./bootstrap-policy.ts";
import { reconcileObject } from "./reconcile-object.ts";

const rule = (verb: string): JsonObject => ({ verbs: [verb], apiGroups: [""], resources: ["pods"] });
const role = (rules: JsonObject[], annotation = "true"): JsonObject => ({
  kind: "ClusterRole",
  metadata: { name: "r", labels: {}, annotations: { [AUTO_UPDATE]: annotation } },
  rules,
});
const binding = (name: string, subjects: JsonObject[]): JsonObject => ({
  kind: "ClusterRoleBinding",
  metadata: { name: "b", labels: {}, annotations: {} },
  roleRef: { kind: "ClusterRole", name },
  subjects,
});

describe("reconcileObject()", () => {
  it("leaves alone what is complete, and what was added", () => {
    expect(reconcileObject(role([rule("get"), rule("list")]), role([rule("get")]))).toBeUndefined();
  });

  it("brings back what was taken away", () => {
    expect(reconcileObject(role([rule("list")]), role([rule("get")]))).toMatchObject({
      rules: [rule("list"), rule("get")],
    });
    const [joe, jane] = [
      { kind: "User", name: "joe" },
      { kind: "User", name: "jane" },
    ];
    expect(reconcileObject(binding("r", [joe]), binding("r", [jane]))).toMatchObject({ subjects: [joe, jane] });
  });

  it("leaves alone what asks for it", () => {
    expect(reconcileObject(role([], "false"), role([rule("get")]))).toBeUndefined();
  });

  it("makes a binding to another role anew", () => {
    expect(reconcileObject(binding("mine", []), binding("r", []))).toBe("recreate");
  });
});

describe("bootstrapPolicy()", () => {
  it("has each object once, and a role for each binding", () => {
    const objects = bootstrapPolicy();
    const idOf = ({ plural, object }: (typeof objects)[number]) => {
      const { namespace = "", name } = object.metadata as JsonObject;
      return `${plural} ${String(namespace)} ${String(name)}`;
    };
    const ids = new Set(objects.map(idOf));
    expect(ids.size).toBe(objects.length);
    for (const { plural, object } of objects.filter(({ object: { roleRef } }) => roleRef !== undefined)) {
      const { name } = object.roleRef as JsonObject;
      const { namespace = "" } = object.metadata as JsonObject;
      const roles = plural === "rolebindings" ? "roles" : "clusterroles";
      expect([...ids]).toContain(`${roles} ${String(namespace)} ${String(name)}`);
    }
  });
});
