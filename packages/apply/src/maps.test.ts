import { describe, it } from "vitest";
import { apply, force, kindOf, scenario, update } from "./testing/scenario.ts";

const crate = kindOf(`
type: object
properties:
  spec:
    type: object
    properties:
      labels: { type: object, additionalProperties: { type: string } }
      inner: { type: object, properties: { a: { type: string }, b: { type: string } } }
      point: { type: object, x-kubernetes-map-type: atomic, properties: { x: { type: integer }, z: { type: integer } } }
      ext:
        type: object
        x-kubernetes-preserve-unknown-fields: true
        properties: { known: { type: string } }
      maybe: { type: string, nullable: true }
      limit: { x-kubernetes-int-or-string: true }
      template: { type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true }
`);

describe("maps and objects under apply()", () => {
  it("own the values of maps one by one, without the map; an update owns the map as well", () => {
    scenario(
      crate,
      [update("old", "{ spec: { labels: { a: x } } }"), apply("alice", "{ spec: { labels: { b: x } } }")],
      {
        managed: {
          alice: "{ 'f:spec': { 'f:labels': { 'f:b': {} } } }",
          "old/Update": "{ 'f:spec': { '.': {}, 'f:labels': { '.': {}, 'f:a': {} } } }",
        },
      },
    );
  });

  it("own an atomic object as one field", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.point';
    scenario(
      crate,
      [
        apply("alice", "{ spec: { point: { x: 1 } } }"),
        apply("bob", "{ spec: { point: { z: 1 } } }", { fails }),
        force("bob", "{ spec: { point: { z: 1 } } }"),
      ],
      { object: "{ spec: { point: { z: 1 } } }", managed: { bob: "{ 'f:spec': { 'f:point': {} } }" } },
    );
  });

  it("own an object that was applied empty", () => {
    scenario(crate, [apply("alice", "{ spec: { inner: {}, labels: {} } }")], {
      managed: { alice: "{ 'f:spec': { 'f:inner': {}, 'f:labels': {} } }" },
    });
  });

  it("leave null of an object whose last owned field goes while it is still wanted", () => {
    scenario(crate, [apply("alice", "{ spec: { inner: { a: x } } }"), apply("alice", "{ spec: { inner: {} } }")], {
      object: "{ spec: { inner: null } }",
      managed: { alice: "{ 'f:spec': { 'f:inner': {} } }" },
    });
  });

  it("take a map away with its last owned value, and with its unowned values", () => {
    scenario(
      crate,
      [apply("alice", "{ spec: { labels: { a: x }, maybe: x } }"), apply("alice", "{ spec: { maybe: x } }")],
      { object: "{ spec: { maybe: x } }", managed: { alice: "{ 'f:spec': { 'f:maybe': {} } }" } },
    );
  });

  it("take content without a schema as it comes: maps of fields, lists as one field", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.ext.other.deep';
    scenario(
      crate,
      [
        apply("alice", "{ spec: { ext: { known: x, other: { deep: 1, list: [1, { a: 2 }] } } } }"),
        apply("bob", "{ spec: { ext: { other: { more: 1 } } } }"),
        apply("bob", "{ spec: { ext: { other: { deep: 2 } } } }", { fails }),
      ],
      {
        object: "{ spec: { ext: { known: x, other: { deep: 1, list: [1, { a: 2 }], more: 1 } } } }",
        managed: {
          alice: "{ 'f:spec': { 'f:ext': { 'f:known': {}, 'f:other': { '.': {}, 'f:deep': {}, 'f:list': {} } } } }",
          bob: "{ 'f:spec': { 'f:ext': { 'f:other': { '.': {}, 'f:more': {} } } } }",
        },
      },
    );
  });

  it("let content without a schema change its type", () => {
    scenario(
      crate,
      [
        apply("alice", "{ spec: { ext: { x1: { a: 1 }, x2: 5, x3: [1] } } }"),
        apply("alice", "{ spec: { ext: { x1: 5, x2: [1], x3: { a: 1 } } } }"),
      ],
      {
        object: "{ spec: { ext: { x1: 5, x2: [1], x3: { a: 1 } } } }",
        managed: { alice: "{ 'f:spec': { 'f:ext': { 'f:x1': {}, 'f:x2': {}, 'f:x3': { '.': {}, 'f:a': {} } } } }" },
      },
    );
  });

  it("own null, where it is a value", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.maybe';
    scenario(crate, [apply("alice", "{ spec: { maybe: null } }"), apply("bob", "{ spec: { maybe: x } }", { fails })], {
      object: "{ spec: { maybe: null } }",
      managed: { alice: "{ 'f:spec': { 'f:maybe': {} } }" },
    });
  });

  it("take what may be a number or a text as one field", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.limit';
    scenario(crate, [apply("alice", "{ spec: { limit: 1 } }"), apply("bob", "{ spec: { limit: '1' } }", { fails })], {
      managed: { alice: "{ 'f:spec': { 'f:limit': {} } }" },
    });
  });

  it("know the metadata of embedded resources", () => {
    scenario(
      crate,
      [
        apply(
          "alice",
          "{ spec: { template: { apiVersion: v1, kind: X, metadata: { name: t, finalizers: [f] }, data: { a: 1 } } } }",
        ),
      ],
      {
        managed: {
          alice: `{ 'f:spec': { 'f:template': { 'f:apiVersion': {}, 'f:kind': {},
            'f:metadata': { 'f:name': {}, 'f:finalizers': { 'v:"f"': {} } },
            'f:data': { '.': {}, 'f:a': {} } } } }`,
        },
      },
    );
  });

  it("refuse what the metadata of embedded resources does not have", () => {
    const fails =
      "failed to create typed patch object (/; /v1, Kind=Widget): .spec.template.metadata.foo: field not declared in schema";
    const template = "{ apiVersion: v1, kind: X, metadata: { name: t, foo: 1 } }";
    scenario(crate, [apply("alice", `{ spec: { template: ${template} } }`, { fails })], {});
  });

  it("keep names that objects inherit apart from what they inherit", () => {
    scenario(crate, [apply("alice", "{ spec: { labels: { constructor: x, __proto__: x, toString: x } } }")], {
      object: "{ spec: { labels: { constructor: x, __proto__: x, toString: x } } }",
      managed: {
        alice: "{ 'f:spec': { 'f:labels': { 'f:constructor': {}, 'f:__proto__': {}, 'f:toString': {} } } }",
      },
    });
  });

  it("own metadata but for what says which object it is", () => {
    scenario(
      crate,
      [
        apply(
          "alice",
          "{ metadata: { name: w, namespace: d, labels: { a: x }, ownerReferences: [{ uid: u, name: o, kind: K, apiVersion: v1 }] } }",
        ),
      ],
      {
        managed: {
          alice: `{ 'f:metadata': { 'f:labels': { 'f:a': {} }, 'f:ownerReferences': { 'k:{"uid":"u"}': {} } } }`,
        },
      },
    );
  });
});
