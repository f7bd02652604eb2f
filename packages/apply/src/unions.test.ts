import { describe, expect, it } from "vitest";
import type { FieldType } from "./field-type.ts";
import { ownUnions } from "./own-unions.ts";
import { apply, force, kindOf, type Step, scenario, update } from "./testing/scenario.ts";

const union = kindOf(`
type: object
properties:
  spec:
    type: object
    properties: { d: { type: string }, one: { type: integer }, two: { type: integer }, other: { type: integer } }
    x-kubernetes-unions: [{ discriminator: d, fields-to-discriminateBy: { one: One, two: Two } }]
`);

const plain = kindOf(`
type: object
properties:
  spec:
    type: object
    properties: { one: { type: integer }, two: { type: integer } }
    x-kubernetes-unions: [{ fields-to-discriminateBy: { one: One, two: Two } }]
`);

const aOwnsOne = "{ 'f:spec': { 'f:d': {}, 'f:one': {} } }";
const bOwnsTwo = "{ 'f:spec': { 'f:d': {}, 'f:two': {} } }";
const conflict = 'Apply failed with 1 conflict: conflict with "alice": .spec.d';
const implied = `${conflict} (set to "Two" by .spec.two, a member of the same union)`;

interface Case {
  readonly what: string;
  readonly steps: readonly Step[];
  readonly object: string;
  readonly managed: { readonly [owner: string]: string };
}

const withDiscriminator: readonly Case[] = [
  {
    what: "an applier of a member owns the discriminator, implied",
    steps: [apply("alice", "{ spec: { one: 1 } }")],
    object: "{ spec: { d: One, one: 1 } }",
    managed: { alice: aOwnsOne },
  },
  {
    what: "an applier of a member owns the discriminator, written",
    steps: [apply("alice", "{ spec: { d: One, one: 1 } }")],
    object: "{ spec: { d: One, one: 1 } }",
    managed: { alice: aOwnsOne },
  },
  {
    what: "another applier conflicts on the discriminator alone",
    steps: [apply("alice", "{ spec: { one: 1 } }"), apply("bob", "{ spec: { two: 2 } }", { fails: implied })],
    object: "{ spec: { d: One, one: 1 } }",
    managed: { alice: aOwnsOne },
  },
  {
    what: "another applier who names the discriminator conflicts there alone",
    steps: [apply("alice", "{ spec: { one: 1 } }"), apply("bob", "{ spec: { d: Two, two: 2 } }", { fails: conflict })],
    object: "{ spec: { d: One, one: 1 } }",
    managed: { alice: aOwnsOne },
  },
  {
    what: "another applier takes the union by force, and all of it",
    steps: [apply("alice", "{ spec: { one: 1 } }"), force("bob", "{ spec: { two: 2 } }")],
    object: "{ spec: { d: Two, two: 2 } }",
    managed: { bob: bOwnsTwo },
  },
  {
    what: "an applier keeps its other fields when it loses the union",
    steps: [apply("alice", "{ spec: { one: 1, other: 3 } }"), force("bob", "{ spec: { two: 2 } }")],
    object: "{ spec: { d: Two, two: 2, other: 3 } }",
    managed: { alice: "{ 'f:spec': { 'f:other': {} } }", bob: bOwnsTwo },
  },
  {
    what: "two appliers share a member that both want",
    steps: [apply("alice", "{ spec: { one: 1 } }"), apply("bob", "{ spec: { one: 1 } }")],
    object: "{ spec: { d: One, one: 1 } }",
    managed: { alice: aOwnsOne, bob: aOwnsOne },
  },
  {
    what: "the same applier changes its mind",
    steps: [apply("alice", "{ spec: { one: 1 } }"), apply("alice", "{ spec: { two: 2 } }")],
    object: "{ spec: { d: Two, two: 2 } }",
    managed: { alice: bOwnsTwo },
  },
  {
    what: "an applier drops its member, and the discriminator with it",
    steps: [apply("alice", "{ spec: { one: 1, other: 3 } }"), apply("alice", "{ spec: { other: 3 } }")],
    object: "{ spec: { other: 3 } }",
    managed: { alice: "{ 'f:spec': { 'f:other': {} } }" },
  },
  {
    what: "an update that sets a member owns what that implies",
    steps: [apply("alice", "{ spec: { one: 1 } }"), update("bob", "{ spec: { d: One, one: 1, two: 2 } }")],
    object: "{ spec: { d: Two, two: 2 } }",
    managed: { "bob/Update": bOwnsTwo },
  },
  {
    what: "an update that names the discriminator clears the rest",
    steps: [apply("alice", "{ spec: { one: 1 } }"), update("bob", "{ spec: { d: Two, one: 1 } }")],
    object: "{ spec: { d: Two } }",
    managed: { "bob/Update": "{ 'f:spec': { 'f:d': {} } }" },
  },
  {
    what: "an applier conflicts with an updater on the discriminator alone",
    steps: [
      update("bob", "{ spec: { d: One, one: 1 } }"),
      apply("alice", "{ spec: { two: 2 } }", {
        fails:
          'Apply failed with 1 conflict: conflict with "bob" using v1: .spec.d (set to "Two" by .spec.two, a member of the same union)',
      }),
    ],
    object: "{ spec: { d: One, one: 1 } }",
    managed: { "bob/Update": "{ 'f:spec': { '.': {}, 'f:d': {}, 'f:one': {} } }" },
  },
  {
    what: "an applier takes the union from an updater by force",
    steps: [update("bob", "{ spec: { d: One, one: 1 } }"), force("alice", "{ spec: { two: 2 } }")],
    object: "{ spec: { d: Two, two: 2 } }",
    managed: { alice: bOwnsTwo, "bob/Update": "{ 'f:spec': {} }" },
  },
  {
    what: "a discriminator that names nothing clears the union",
    steps: [apply("alice", "{ spec: { one: 1 } }"), force("bob", "{ spec: { d: Nothing } }")],
    object: "{ spec: { d: Nothing } }",
    managed: { bob: "{ 'f:spec': { 'f:d': {} } }" },
  },
  {
    what: "a configuration with two members is refused",
    steps: [
      apply("alice", "{ spec: { one: 1, two: 2 } }", {
        fails: "spec: at most one of one, two may be set, but one and two are: name the one to keep in d",
      }),
    ],
    object: "{}",
    managed: {},
  },
  {
    what: "a configuration whose discriminator names another member is refused",
    steps: [
      apply("alice", "{ spec: { d: Two, one: 1 } }", {
        fails:
          'spec.one: the discriminator d is "Two", which does not stand for this member of the union: set d to "One" or leave it out, or leave out this member',
      }),
    ],
    object: "{}",
    managed: {},
  },
];

const withoutDiscriminator: readonly Case[] = [
  {
    what: "the last applier wins without a conflict",
    steps: [apply("alice", "{ spec: { one: 1 } }"), apply("bob", "{ spec: { two: 2 } }")],
    object: "{ spec: { two: 2 } }",
    managed: { bob: "{ 'f:spec': { 'f:two': {} } }" },
  },
  {
    what: "an applier still conflicts on the member that another owns",
    steps: [
      apply("alice", "{ spec: { one: 1 } }"),
      apply("bob", "{ spec: { one: 2 } }", {
        fails: 'Apply failed with 1 conflict: conflict with "alice": .spec.one',
      }),
    ],
    object: "{ spec: { one: 1 } }",
    managed: { alice: "{ 'f:spec': { 'f:one': {} } }" },
  },
];

describe("unions under apply()", () => {
  it.each(withDiscriminator)("$what", ({ steps, object, managed }) => {
    scenario(union, steps, { object, managed });
  });

  it.each(withoutDiscriminator)("without a discriminator, $what", ({ steps, object, managed }) => {
    scenario(plain, steps, { object, managed });
  });
});

describe("ownUnions()", () => {
  const owner = { manager: "bob", operation: "Update", apiVersion: "v1", subresource: "" } as const;
  const type = union.kind.typeOf("v1") as FieldType;
  const settings = { type, owner, now: "2026-01-01T00:00:00Z" };
  const alice = { manager: "alice", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" } as const;

  it("gives fields that were set to the request's manager, and cleared fields to none", () => {
    const managedFields = [{ ...alice, fieldsV1: { "f:spec": { "f:d": {}, "f:one": {}, "f:other": {} } } }];
    const object = { metadata: { managedFields }, spec: { d: "Two", two: 2, other: 3 } };
    const changes = [
      { kind: "cleared", path: "spec.one", location: ["spec", "one"], value: 1 },
      { kind: "set", path: "spec.d", location: ["spec", "d"], value: "Two" },
    ] as const;
    expect(ownUnions(object, changes, settings)).toEqual([
      { ...alice, fieldsV1: { "f:spec": { "f:other": {} } } },
      {
        ...owner,
        subresource: undefined,
        time: settings.now,
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:d": {} } },
      },
    ]);
  });

  it("owns nothing where nothing is tracked", () => {
    const changes = [{ kind: "set", path: "spec.d", location: ["spec", "d"], value: "Two" }] as const;
    expect(ownUnions({ spec: {} }, changes, settings)).toEqual([]);
  });
});
