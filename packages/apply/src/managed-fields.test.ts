import { deepCopy, type ManagedFieldsEntry } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printConflicts, toCauses } from "./conflict.ts";
import { keepTimes } from "./keep-times.ts";
import { decodeManagedFields, encodeManagedFields, identify, isReset, type Managed } from "./managed-fields.ts";

const entry = (manager: string, operation: string, more: ManagedFieldsEntry = {}): ManagedFieldsEntry => ({
  manager,
  operation,
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:a": {} },
  ...more,
});

describe("managedFields", () => {
  it("come in Kubernetes' order: appliers first, then by time, name, version and subresource", () => {
    const early = "2026-01-01T00:00:00Z";
    const late = "2026-01-01T00:00:01Z";
    const sorted = [
      entry("z", "Apply"),
      entry("b", "Apply", { time: early }),
      entry("c", "Apply", { time: early }),
      entry("a", "Apply", { time: late }),
      entry("a", "Update", { time: early, apiVersion: "v1" }),
      entry("a", "Update", { time: early, apiVersion: "v1", subresource: "status" }),
      entry("a", "Update", { time: early, apiVersion: "v2" }),
    ];
    const managed = decodeManagedFields([...sorted].reverse()) as Managed;
    expect(encodeManagedFields(managed)).toEqual(sorted);
  });

  it("name an applier whatever version it speaks, and an updater by its version", () => {
    const owner = { manager: "a", apiVersion: "v1", subresource: "" };
    expect(identify({ ...owner, operation: "Apply" })).toBe('{"manager":"a","operation":"Apply"}');
    expect(identify({ ...owner, operation: "Update", subresource: "status" })).toBe(
      '{"manager":"a","operation":"Update","apiVersion":"v1","subresource":"status"}',
    );
  });

  it("are reset by an empty list, or an empty entry", () => {
    const given = [[], [{}], [{ manager: "" }], [{ manager: "a" }], [{}, {}], null, undefined, {}];
    expect(given.map((each) => isReset(each))).toEqual([true, true, true, false, false, false, false, false]);
  });
});

describe("conflicts", () => {
  const owner = { manager: "al", operation: "Apply", apiVersion: "v1", subresource: "" } as const;

  it("are ordered by owner", () => {
    const conflicts = [
      { owner: { ...owner, manager: "z", operation: "Update", subresource: "status" } as const, path: ["f:b"] },
      { owner, path: ["f:a"] },
    ];
    expect(printConflicts(conflicts)).toBe(
      'Apply failed with 2 conflicts: conflicts with "al":\n- .a\nconflicts with "z" with subresource "status" using v1:\n- .b',
    );
    expect(toCauses(conflicts)[0]).toEqual({
      reason: "FieldManagerConflict",
      message: 'conflict with "z" with subresource "status" using v1',
      field: ".b",
    });
  });
});

describe("keepTimes()", () => {
  const live = { metadata: { managedFields: [entry("a", "Apply", { time: "2026-01-01T00:00:00Z" })] }, spec: { a: 1 } };
  const later = {
    metadata: { managedFields: [entry("a", "Apply", { time: "2026-01-01T00:00:09Z" })] },
    spec: { a: 1 },
  };

  it("keeps the times of an object that does not change", () => {
    const object = deepCopy(later);
    keepTimes(object, live);
    expect(object).toEqual(live);
  });

  it.each([
    ["that changes", { ...later, spec: { a: 2 } }],
    [
      "whose owners change",
      { ...later, metadata: { managedFields: [entry("b", "Apply", { time: "2026-01-01T00:00:09Z" })] } },
    ],
    ["that has another number of owners", { ...later, metadata: { managedFields: [] } }],
  ])("leaves the times of an object %s", (_, object) => {
    const before = deepCopy(object);
    keepTimes(object, live);
    expect(object).toEqual(before);
  });
});
