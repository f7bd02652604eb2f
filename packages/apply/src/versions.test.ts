import type { JsonObject } from "@kiln/api";
import { parseJsonSchema } from "@kiln/schema";
import { describe, it } from "vitest";
import { toFieldType } from "./field-type.ts";
import type { Convert, KindFields } from "./kind-fields.ts";
import { apply, force, type ScenarioKind, scenario, update, yaml } from "./testing/scenario.ts";

const schema = (field: string) =>
  toFieldType(
    parseJsonSchema(
      yaml(`
type: object
properties: { spec: { type: object, properties: { ${field}: { type: integer }, size: { type: string } } } }`),
    ).schema,
  );

/** Types of two versions: `flow` in v1 is `rate` in v2. */
const types = new Map([
  ["g/v1", schema("flow")],
  ["g/v2", schema("rate")],
]);

const kind: KindFields = { typeOf: (apiVersion) => types.get(apiVersion) };

const convert: Convert = (object, apiVersion) => {
  if (!types.has(apiVersion)) {
    return { error: `no version ${apiVersion}` };
  }
  const { flow, rate, ...spec } = (object.spec ?? {}) as JsonObject;
  const value = flow ?? rate;
  const name = apiVersion === "g/v1" ? "flow" : "rate";
  const { metadata = {} } = object;
  return {
    object: { ...object, apiVersion, metadata, spec: value === undefined ? spec : { ...spec, [name]: value } },
  };
};

const v1: ScenarioKind = { kind, apiVersion: "g/v1", convert };
const v2: ScenarioKind = { kind, apiVersion: "g/v2", convert };

describe("several versions", () => {
  it("name a conflict in the version of the owner", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "alice": .spec.flow';
    scenario(
      v1,
      [apply("alice", "{ spec: { flow: 1 } }"), apply("bob", "{ spec: { rate: 2 } }", { in: v2, fails })],
      {},
    );
  });

  it("take a field from who owns it under another name", () => {
    scenario(
      v1,
      [apply("alice", "{ spec: { flow: 1, size: s } }"), force("bob", "{ spec: { rate: 2 } }", { in: v2 })],
      {
        object: "{ spec: { rate: 2, size: s } }",
        managed: { "alice/g/v1": "{ 'f:spec': { 'f:size': {} } }", "bob/g/v2": "{ 'f:spec': { 'f:rate': {} } }" },
      },
    );
  });

  it("give an applier one entry, whose version moves", () => {
    scenario(
      v1,
      [apply("alice", "{ spec: { flow: 1, size: s } }"), apply("alice", "{ spec: { rate: 3 } }", { in: v2 })],
      { object: "{ spec: { rate: 3 } }", managed: { "alice/g/v2": "{ 'f:spec': { 'f:rate': {} } }" } },
    );
  });

  it("give an updater one entry for each", () => {
    scenario(
      v1,
      [update("bob", "{ spec: { flow: 1, size: s } }"), update("bob", "{ spec: { rate: 2, size: s } }", { in: v2 })],
      {
        managed: {
          "bob/Update/g/v1": "{ 'f:spec': { '.': {}, 'f:size': {} } }",
          "bob/Update/g/v2": "{ 'f:spec': { 'f:rate': {} } }",
        },
      },
    );
  });

  it("keep what another owns under another name, when its applier no longer applies it", () => {
    scenario(
      v1,
      [
        apply("alice", "{ spec: { flow: 1, size: s } }"),
        apply("bob", "{ spec: { rate: 1 } }", { in: v2 }),
        apply("alice", "{ spec: { size: s } }"),
      ],
      {
        object: "{ spec: { flow: 1, size: s } }",
        managed: { "alice/g/v1": "{ 'f:spec': { 'f:size': {} } }", "bob/g/v2": "{ 'f:spec': { 'f:rate': {} } }" },
      },
    );
  });

  it("fail in the converter's words", () => {
    const v3: ScenarioKind = {
      ...v1,
      kind,
      convert: (object, apiVersion) =>
        apiVersion === "g/v1" ? { object: { ...object, apiVersion } } : convert(object, apiVersion),
    };
    scenario(
      v1,
      [
        apply("alice", "{ spec: { flow: 1 } }"),
        apply("bob", "{ spec: { rate: 1 } }", {
          in: { ...v2, convert: v3.convert as Convert },
          fails: ".spec.rate: field not declared in schema",
        }),
      ],
      {},
    );
  });
});
