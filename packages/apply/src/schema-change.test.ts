import { describe, it } from "vitest";
import { apply, force, kindOf, scenario, update } from "./testing/scenario.ts";

const schema = (list: string, map: string) =>
  kindOf(`
type: object
properties:
  spec:
    type: object
    properties:
      list:
        type: array
        ${list}
        items: { type: object, properties: { k: { type: string }, v: { type: integer } } }
      map: { type: object, ${map} properties: { a: { type: integer }, b: { type: integer } } }
`);

const granular = schema("x-kubernetes-list-type: map\n        x-kubernetes-list-map-keys: [k]", "");
const atomic = schema("x-kubernetes-list-type: atomic", "x-kubernetes-map-type: atomic,");
const spec = "{ spec: { list: [{ k: a, v: 1 }], map: { a: 1 } } }";

describe("ownership after the schema changed", () => {
  it("is of the whole, once it has become atomic", () => {
    scenario(granular, [apply("alice", spec), update("bob", spec, { in: atomic })], {
      managed: { alice: "{ 'f:spec': { 'f:list': {}, 'f:map': {} } }" },
    });
  });

  it("stays with the whole, once it is atomic no more", () => {
    scenario(
      atomic,
      [apply("alice", spec), apply("bob", "{ spec: { list: [{ k: a, v: 2 }], map: { a: 2 } } }", { in: granular })],
      {
        object: "{ spec: { list: [{ k: a, v: 2 }], map: { a: 2 } } }",
        managed: {
          alice: "{ 'f:spec': { 'f:list': {}, 'f:map': {} } }",
          bob: `{ 'f:spec': { 'f:list': { 'k:{"k":"a"}': { '.': {}, 'f:k': {}, 'f:v': {} } }, 'f:map': { 'f:a': {} } } }`,
        },
      },
    );
  });

  it("conflicts on the whole", () => {
    const fails = ['Apply failed with 2 conflicts: conflicts with "alice":', "- .spec.list", "- .spec.map"].join("\n");
    const other = "{ spec: { list: [{ k: b, v: 1 }], map: { b: 1 } } }";
    scenario(
      granular,
      [apply("alice", spec), apply("bob", other, { in: atomic, fails }), force("bob", other, { in: atomic })],
      {
        object: other,
        managed: { bob: "{ 'f:spec': { 'f:list': {}, 'f:map': {} } }" },
      },
    );
  });

  it("stays as it was in a map of values without a type of their own", () => {
    const times = (mapType: string) =>
      kindOf(`
type: object
properties: { spec: { type: object, additionalProperties: { type: string, format: date-time }${mapType} } }`);
    const now = times(", x-kubernetes-map-type: atomic");
    scenario(times(""), [apply("alice", "{ spec: { a: x } }"), update("bob", "{ spec: { a: x } }", { in: now })], {
      managed: { alice: "{ 'f:spec': { 'f:a': {} } }" },
    });
  });

  it("fails for a value that does not fit its type, with a message that says whether it was owned", () => {
    const before = kindOf(
      "{ type: object, properties: { spec: { type: object, properties: { a: { type: string } } } } }",
    );
    const after = kindOf(
      "{ type: object, properties: { spec: { type: object, properties: { a: { type: integer } } } } }",
    );
    const why = "(/; /v1, Kind=Widget): .spec.a: expected numeric (int or float), got string";
    scenario(
      before,
      [
        apply("alice", "{ spec: { a: x } }"),
        apply("bob", "{}", { in: after, fails: `failed to create typed live object ${why}` }),
      ],
      { object: "{ spec: { a: x } }" },
    );
    const unowned =
      "failed to create manager for existing fields: failed to convert new object (/; /v1, Kind=Widget) to smd typed: " +
      ".spec.a: expected numeric (int or float), got string";
    scenario(
      before,
      [
        apply("alice", "{ spec: { a: x } }"),
        update("carol", "{ spec: { a: x }, metadata: { managedFields: [] } }"),
        apply("bob", "{ nothing: 1 }", { in: after, fails: unowned }),
      ],
      { object: "{ spec: { a: x } }" },
    );
  });
});
