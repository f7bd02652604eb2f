import { asObjects, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { compileRules, type Finding, newestKubernetes, readDefinition } from "@kiln/guard";
import { compileSchema, createRuleEngine, type JsonSchema, parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import type { VectorCase } from "../vectors/vector-file.ts";
import { readCases, readObject } from "./read-cases.ts";

interface Compiled {
  readonly schema: JsonSchema;
  readonly lost: readonly Finding[];
}

/** Adds bounds to a schema that has none, so that the estimated costs of rules stay low. */
function bound(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(bound);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const bounded: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    setOwn(bounded, key, key === "default" || key === "enum" ? inner : bound(inner));
  }
  switch (value.type) {
    case "array":
      return { maxItems: 99, ...bounded };
    case "string":
      return { maxLength: 99, ...bounded };
    case "object":
      return value.additionalProperties === undefined ? bounded : { maxProperties: 99, ...bounded };
    default:
      return bounded;
  }
}

/** Compiles the schema of a case to one with rules in place of marks. */
function compile(vector: VectorCase): Compiled {
  const version = { name: "v1", served: true, schema: { openAPIV3Schema: bound(vector.get("schema") ?? {}) } };
  const crd: JsonObject = {
    metadata: { name: "ovens.example.com" },
    spec: { group: "example.com", versions: [version] },
  };
  const { objects, findings } = compileRules(readDefinition(crd).definition, crd, { kubernetes: newestKubernetes });
  const [compiled = {}] = asObjects((objects[0] as { spec: JsonObject }).spec.versions);
  const { schema } = parseJsonSchema((compiled.schema as JsonObject).openAPIV3Schema as JsonObject);
  return { schema, lost: findings.filter(({ kind }) => kind === "lost") };
}

const engine = createRuleEngine();

/** Messages of violated rules. */
function broken(schema: JsonSchema, now: JsonObject, old: JsonObject | undefined): string[] {
  const compiled = compileSchema(schema, { semantics: "kep", isResourceRoot: true, rules: engine.compile });
  const errors = old === undefined ? compiled.validate(now) : compiled.validateUpdate(now, old);
  return errors
    .map(({ detail }) => detail ?? "")
    .filter((detail) => /is marked x-kub|at most one of|valuat/.test(detail));
}

/** Cases that rules cannot decide, by the finding of the compiler. Policies decide all of them. */
const LOST: readonly (readonly [reason: RegExp, ids: readonly string[]])[] = [
  [/the order of a list of type set does not count/, ["rec-keylist-append", "comb-same-node"]],
  [/the order of a list of type set does not count/, ["wl-set-same", "wl-set-append", "wl-set-rm-empty"]],
  [/the order of a list of type map does not count/, ["rec-outer-only2", "wl-map-keyorder"]],
  [/rules do not tell null from absent/, ["null-imm-add", "null-imm-set", "null-imm-same", "null-in-imm"]],
  [/rules do not tell null from absent/, ["null-add-add", "null-add-set", "null-add-same", "null-item"]],
  [/rules do not tell null from absent/, ["null-rem-add", "null-rem-set", "null-rem-same", "keys-set-null-imm"]],
  [/rules do not tell null from absent/, ["multi-missing-vs-null"]],
  [/rules do not see values without a type/, ["pres-unknown-change", "pres-unknown-null"]],
  [/rules do not tell null from absent/, ["default-nullable-imm-null", "value-mark-null-add"]],
  [/rules do not see unknown fields/, ["emb-label", "preserve-known-null", "embedded-metadata-null-ts"]],
  [/maps whose values have no schema/, ["keys-apfalse-imm"]],
  [/undefined field 'labels'/, ["embedded-metadata-mark"]],
  [/estimated rule cost exceeds budget/, ["mk-type", "nest-mam-change", "nest-mam-newinner"]],
  [/estimated rule cost exceeds budget/, ["nest-mk-rm", "nest-mk-outer-rm"]],
];

function expectLost(id: string, lost: readonly Finding[]): void {
  const [reason] = LOST.find(([, ids]) => ids.includes(id)) ?? [];
  const said = lost.map(({ reason: why }) => why).join("; ");
  expect(said).toMatch(reason ?? /^$/);
}

describe("marks as rules of a schema", () => {
  it.each(readCases("mutability", "more-mutability"))("give the verdict of $id, or are said to be lost", (vector) => {
    const { roundtrip } = compileSchema(parseJsonSchema(vector.get("schema") ?? {}).schema, { semantics: "kep" });
    const { schema, lost } = compile(vector);
    const now = roundtrip(readObject(vector, "new") ?? {});
    const old = roundtrip(readObject(vector, "old") ?? {});
    expectLost(vector.id, lost);
    if (lost.length > 0) {
      // A rule that misses some changes rejects no allowed one.
      expect(vector.expect.allowed === true ? broken(schema, now, old) : []).toEqual([]);
      return;
    }
    expect(broken(schema, now, old).length === 0).toBe(vector.expect.allowed);
  });
});

describe("unions as rules of a schema", () => {
  it.each(readCases("unions", "more-unions"))("give the verdict of $id, or are said to be lost", (vector) => {
    const { schema, lost } = compile(vector);
    const now = (vector.expect.normalized ?? vector.get("new")) as JsonObject;
    expectLost(vector.id, lost);
    if (lost.length > 0) {
      return;
    }
    expect(broken(schema, now, readObject(vector, "old")).length > 0).toBe(vector.expect.thenInvalid === true);
  });
});
