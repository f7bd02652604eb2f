import { asObject, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { toApplyConfiguration } from "./apply-configuration.ts";

const schema = {
  root: asObject(
    parseYaml(`
properties:
  metadata: {properties: {labels: {additionalProperties: {type: string}}}}
  spec:
    properties:
      replicas: {type: integer}
      users:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [name]
        items: {type: object}
      args: {type: array}
      selector: {x-kubernetes-map-type: atomic}
`).value,
  ),
};

const live = asObject(
  parseYaml(`
apiVersion: example.com/v1
kind: Box
metadata:
  name: one
  namespace: default
  uid: abc
  labels: {a: b}
  managedFields:
  - manager: kiln-console
    operation: Apply
    fieldsV1: {"f:spec": {"f:owned": {}}}
  - manager: helm
    operation: Apply
    fieldsV1: {"f:spec": {"f:replicas": {}}}
spec:
  replicas: 1
  owned: mine
  users: [{name: alice, role: admin}, {name: bob, role: user}]
  args: [a, b]
  selector: {x: "1", y: "2"}
status: {ready: true}
`).value,
);

function configurationOf(change: (spec: JsonObject) => JsonObject) {
  const edited = { ...live, spec: change(asObject(live.spec)) };
  const { object, kept } = toApplyConfiguration({ live, edited, manager: "kiln-console", schema });
  return { spec: object.spec, kept, object };
}

describe("toApplyConfiguration()", () => {
  it("sends the fields that changed, and those that it owns", () => {
    const { object, kept } = configurationOf((spec) => ({ ...spec, replicas: 3 }));
    expect(object).toEqual({
      apiVersion: "example.com/v1",
      kind: "Box",
      metadata: { name: "one", namespace: "default" },
      spec: { replicas: 3, owned: "mine" },
    });
    expect(kept).toEqual([]);
  });

  it("sends of a list that is a map the changed items, with their keys", () => {
    const users = [{ name: "alice", role: "admin" }, { name: "bob", role: "owner" }, { name: "carol" }];
    expect(configurationOf((spec) => ({ ...spec, users })).spec).toEqual({
      owned: "mine",
      users: [{ name: "bob", role: "owner" }, { name: "carol" }],
    });
  });

  it("sends other lists and atomic maps whole", () => {
    const { spec } = configurationOf((before) => ({ ...before, args: ["a", "c"], selector: { x: "1", y: "3" } }));
    expect(spec).toEqual({ owned: "mine", args: ["a", "c"], selector: { x: "1", y: "3" } });
  });

  it("leaves a removed field out if it owns it, and names it otherwise", () => {
    const { spec, kept } = configurationOf(({ owned: _, replicas: __, ...spec }) => ({ ...spec, users: [] }));
    expect(spec).toBeUndefined();
    expect(kept).toEqual(["spec.users[0]", "spec.users[1]", "spec.replicas"]);
  });

  it("sends a changed label", () => {
    const edited = { ...live, metadata: { ...asObject(live.metadata), labels: { a: "c" } } };
    const { object } = toApplyConfiguration({ live, edited, manager: "kiln-console", schema });
    expect(object.metadata).toEqual({ name: "one", namespace: "default", labels: { a: "c" } });
  });
});
