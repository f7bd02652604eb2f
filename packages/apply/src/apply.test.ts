import { describe, it } from "vitest";
import { apply, force, kindOf, scenario, update } from "./testing/scenario.ts";

const widget = kindOf(`
type: object
properties:
  spec:
    type: object
    properties:
      size: { type: integer }
      color: { type: string }
      box: { type: object, properties: { width: { type: integer }, height: { type: integer } } }
      labels: { type: object, additionalProperties: { type: string } }
      point: { type: object, x-kubernetes-map-type: atomic, properties: { x: { type: integer }, y: { type: integer } } }
`);

describe("apply()", () => {
  it("owns what it mentions", () => {
    scenario(widget, [apply("alice", "{ spec: { size: 1, labels: { a: x } } }")], {
      object: "{ spec: { size: 1, labels: { a: x } } }",
      managed: { alice: "{ 'f:spec': { 'f:size': {}, 'f:labels': { 'f:a': {} } } }" },
    });
  });

  it("shares what others applied with the same value", () => {
    scenario(widget, [apply("alice", "{ spec: { size: 1 } }"), apply("bob", "{ spec: { size: 1, color: red } }")], {
      object: "{ spec: { size: 1, color: red } }",
      managed: { alice: "{ 'f:spec': { 'f:size': {} } }", bob: "{ 'f:spec': { 'f:size': {}, 'f:color': {} } }" },
    });
  });

  it("conflicts with who owns a field of another value", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.size';
    scenario(widget, [apply("alice", "{ spec: { size: 1 } }"), apply("bob", "{ spec: { size: 2 } }", { fails })], {
      object: "{ spec: { size: 1 } }",
      managed: { alice: "{ 'f:spec': { 'f:size': {} } }" },
    });
  });

  it("takes the field by force", () => {
    scenario(widget, [apply("alice", "{ spec: { size: 1, color: red } }"), force("bob", "{ spec: { size: 2 } }")], {
      object: "{ spec: { size: 2, color: red } }",
      managed: { alice: "{ 'f:spec': { 'f:color': {} } }", bob: "{ 'f:spec': { 'f:size': {} } }" },
    });
  });

  it("names all conflicts, by owner, shallow fields first", () => {
    const fails = [
      'Apply failed with 3 conflicts: conflicts with "alice":',
      "- .spec.size",
      "- .spec.box.height",
      'conflicts with "bob" using v1:',
      "- .spec.color",
    ].join("\n");
    scenario(
      widget,
      [
        apply("alice", "{ spec: { size: 1, box: { height: 1 } } }"),
        update("bob", "{ spec: { size: 1, box: { height: 1 }, color: red } }"),
        apply("carol", "{ spec: { size: 2, box: { height: 2 }, color: blue } }", { fails }),
      ],
      {},
    );
  });

  it("removes what only its applier owned and no longer applies", () => {
    scenario(
      widget,
      [
        apply("alice", "{ spec: { size: 1, color: red, labels: { a: x, b: z } } }"),
        apply("bob", "{ spec: { color: red } }"),
        apply("alice", "{ spec: { size: 1, labels: { a: x } } }"),
      ],
      {
        object: "{ spec: { size: 1, color: red, labels: { a: x } } }",
        managed: {
          alice: "{ 'f:spec': { 'f:size': {}, 'f:labels': { 'f:a': {} } } }",
          bob: "{ 'f:spec': { 'f:color': {} } }",
        },
      },
    );
  });
});
