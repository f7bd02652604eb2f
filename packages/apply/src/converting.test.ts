import { describe, expect, it } from "vitest";
import { applySteps } from "./apply.ts";
import { runConvertingAsync } from "./converting.ts";
import { kindOf } from "./testing/scenario.ts";

describe("runConvertingAsync()", () => {
  const { kind } = kindOf("{ type: object, properties: { spec: { type: object } } }");
  const typed = { typeOf: () => kind.typeOf("v1") };
  const v1 = { apiVersion: "v1", kind: "Widget" };
  const options = { kind: typed, manager: "bob", now: "2026-01-01T00:00:00Z" };

  it("waits for conversions, in both directions", async () => {
    const owned = { "f:spec": { "f:old": {} } };
    const managedFields = [
      { manager: "a", operation: "Apply", apiVersion: "v0", fieldsType: "FieldsV1", fieldsV1: owned },
    ];
    const live = { ...v1, metadata: { managedFields }, spec: { name: 1 } };
    const asked: string[] = [];
    const applied = await runConvertingAsync(applySteps(live, { ...v1, spec: { name: 2 } }, options), {
      convert: async (object, to) => {
        asked.push(to);
        const { name } = object.spec as { name: number };
        return { object: { ...object, apiVersion: to, spec: { old: name } } };
      },
      rest: () => undefined,
    });
    expect(asked).toEqual(["v0", "v0", "v0"]);
    expect(applied).toMatchObject({ outcome: "conflict", conflicts: [{ path: ["f:spec", "f:old"] }] });
  });

  it("asks for none where there is one version", async () => {
    const steps = applySteps(v1, { ...v1, spec: { a: 1 } }, options);
    const refuse = () => Promise.reject(new Error("nothing to convert"));
    const applied = await runConvertingAsync(steps, { convert: refuse, rest: () => undefined });
    expect(applied).toMatchObject({ outcome: "applied", object: { spec: { a: 1 } } });
  });

  it("rests between its stages", async () => {
    let rests = 0;
    const rest = async () => {
      rests++;
    };
    const convert = () => Promise.reject(new Error("nothing to convert"));
    await runConvertingAsync(applySteps(v1, { ...v1, spec: { a: 1 } }, options), { convert, rest });
    expect(rests).toBeGreaterThan(4);
  });
});
