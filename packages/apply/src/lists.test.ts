import { describe, it } from "vitest";
import { apply, force, kindOf, scenario, update } from "./testing/scenario.ts";

const shelf = kindOf(`
type: object
properties:
  spec:
    type: object
    properties:
      tags: { type: array, x-kubernetes-list-type: set, items: { type: string } }
      args: { type: array, items: { type: string } }
      items:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [name]
        items: { type: object, properties: { name: { type: string }, value: { type: integer }, note: { type: string } } }
      ports:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [port, proto]
        items:
          type: object
          properties: { port: { type: integer }, proto: { type: string, default: TCP }, label: { type: string } }
`);

describe("lists under apply()", () => {
  it("own the members of sets one by one", () => {
    scenario(shelf, [apply("alice", "{ spec: { tags: [b, a] } }"), apply("bob", "{ spec: { tags: [c, a] } }")], {
      object: "{ spec: { tags: [b, c, a] } }",
      managed: {
        alice: `{ 'f:spec': { 'f:tags': { 'v:"a"': {}, 'v:"b"': {} } } }`,
        bob: `{ 'f:spec': { 'f:tags': { 'v:"a"': {}, 'v:"c"': {} } } }`,
      },
    });
  });

  it.each([
    ["[x3, x1, x2]", "[x2, x3, x9]", "[x1, x2, x3, x9]"],
    ["[x1, x2, x3]", "[x3, x1]", "[x2, x3, x1]"],
    ["[x1, x2, x3]", "[x4]", "[x1, x2, x3, x4]"],
    ["[x1, x2, x3]", "[x4, x2]", "[x1, x4, x2, x3]"],
    ["[x1, x2]", "[x1, x2]", "[x1, x2]"],
    ["[x1, x2]", "[x2, x1]", "[x2, x1]"],
    ["[x1]", "[]", "[x1]"],
  ])("follow the applied order, and leave the rest where it was: %s and %s", (live, applied, merged) => {
    const steps = [update("first", `{ spec: { tags: ${live} } }`), apply("bob", `{ spec: { tags: ${applied} } }`)];
    scenario(shelf, steps, { object: `{ spec: { tags: ${merged} } }` });
  });

  it("own items by their keys, and what is in them one by one", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.items[name="a"].value';
    scenario(
      shelf,
      [
        apply("alice", "{ spec: { items: [{ name: a, value: 1 }] } }"),
        apply("bob", "{ spec: { items: [{ name: a, note: x }, { name: b, value: 2 }] } }"),
        apply("bob", "{ spec: { items: [{ name: a, value: 2 }] } }", { fails }),
        apply("alice", "{ spec: {} }"),
      ],
      {
        object: "{ spec: { items: [{ name: a, note: x }, { name: b, value: 2 }] } }",
        managed: {
          alice: "{ 'f:spec': {} }",
          bob: `{ 'f:spec': { 'f:items': {
            'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:note': {} },
            'k:{"name":"b"}': { '.': {}, 'f:name': {}, 'f:value': {} } } } }`,
        },
      },
    );
  });

  it("tell items with a defaulted key apart by the default, which only who writes it owns", () => {
    scenario(shelf, [apply("alice", "{ spec: { ports: [{ port: 80 }, { port: 80, proto: UDP }] } }")], {
      managed: {
        alice: `{ 'f:spec': { 'f:ports': {
            'k:{"port":80,"proto":"TCP"}': { '.': {}, 'f:port': {} },
            'k:{"port":80,"proto":"UDP"}': { '.': {}, 'f:port': {}, 'f:proto': {} } } } }`,
      },
    });
  });

  it("own an atomic list as one field", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.args';
    scenario(
      shelf,
      [
        apply("alice", "{ spec: { args: [x] } }"),
        apply("bob", "{ spec: { args: [x, q] } }", { fails }),
        force("bob", "{ spec: { args: [x, q] } }"),
      ],
      { object: "{ spec: { args: [x, q] } }", managed: { bob: "{ 'f:spec': { 'f:args': {} } }" } },
    );
  });

  it("give an empty list an owner only if it is atomic", () => {
    scenario(shelf, [apply("alice", "{ spec: { args: [], tags: [], items: [] } }")], {
      object: "{ spec: { args: [], tags: [], items: [] } }",
      managed: { alice: "{ 'f:spec': { 'f:args': {} } }" },
    });
  });

  it("reject items without keys and duplicate items", () => {
    const refusal = (list: string, text: string) =>
      apply("bob", `{ spec: { ${list} } }`, {
        fails: `failed to create typed patch object (/; /v1, Kind=Widget): ${text}`,
      });
    scenario(
      shelf,
      [
        refusal("tags: [a, a]", '.spec.tags: duplicate entries for key [="a"]'),
        refusal("items: [{ name: a }, { name: a }]", '.spec.items: duplicate entries for key [name="a"]'),
        refusal(
          "items: [{ value: 1 }]",
          '.spec.items: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
        ),
        refusal("items: [null]", ".spec.items: element 0: associative list with keys may not have a null element"),
        refusal("items: [x]", ".spec.items: element 0: associative list with keys may not have non-map elements"),
        refusal(
          "tags: [null]",
          ".spec.tags: element 0: associative list without keys has an element that's an explicit null",
        ),
        refusal("tags: [[]]", ".spec.tags: element 0: not supported: associative list with lists as elements"),
        refusal("tags: [{}]", ".spec.tags: element 0: associative list without keys has an element that's a map type"),
        refusal("tags: [1]", ".spec.tags[=1]: expected string, got &value.valueUnstructured{Value:1}"),
      ],
      { object: "{}" },
    );
  });

  it("tolerate items that are stored twice, and own them as one", () => {
    scenario(
      shelf,
      [
        update("old", "{ spec: { items: [{ name: a, value: 1 }, { name: a, value: 2 }, { name: b, value: 1 }] } }"),
        apply("alice", "{ spec: { items: [{ name: b, value: 1 }] } }"),
      ],
      {
        object: "{ spec: { items: [{ name: a, value: 1 }, { name: a, value: 2 }, { name: b, value: 1 }] } }",
        managed: {
          alice: `{ 'f:spec': { 'f:items': { 'k:{"name":"b"}': { '.': {}, 'f:name': {}, 'f:value': {} } } } }`,
          "old/Update": `{ 'f:spec': { '.': {}, 'f:items': { '.': {}, 'k:{"name":"a"}': {},
            'k:{"name":"b"}': { '.': {}, 'f:name': {}, 'f:value': {} } } } }`,
        },
      },
    );
  });

  it("put one item in place of two of the same name, for who owns the name", () => {
    scenario(
      shelf,
      [
        update("old", "{ spec: { items: [{ name: a, value: 1 }, { name: a, value: 2 }] } }"),
        force("alice", "{ spec: { items: [{ name: a, value: 3 }] } }"),
      ],
      { object: "{ spec: { items: [{ name: a, value: 3 }] } }" },
    );
  });
});
