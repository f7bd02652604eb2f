import type { JsonObject, ManagedFieldsEntry } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { apply, kindOf, scenario, update } from "./testing/scenario.ts";
import { update as updateObject } from "./update.ts";

const lamp = kindOf(`
type: object
properties:
  spec: { type: object, properties: { size: { type: integer }, color: { type: string }, labels: { type: object, additionalProperties: { type: string } } } }
  status: { type: object, properties: { phase: { type: string } } }
`);

const NOW = "2026-01-01T00:00:00Z";

function track(
  live: JsonObject | undefined,
  object: JsonObject,
  manager = "m",
  subresource = "",
): ManagedFieldsEntry[] {
  const body = { apiVersion: "v1", kind: "Widget", ...object };
  return updateObject(live, body, { kind: lamp.kind, manager, now: NOW, subresource });
}

function stored(managedFields: readonly ManagedFieldsEntry[], spec: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "Widget", metadata: { uid: "1", managedFields: [...managedFields] }, spec };
}

describe("update()", () => {
  it("owns everything of what it creates", () => {
    scenario(lamp, [update("bob", "{ metadata: { name: w, labels: { a: x } }, spec: { size: 1 } }")], {
      managed: {
        "bob/Update": "{ 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } }, 'f:spec': { '.': {}, 'f:size': {} } }",
      },
    });
  });

  it("takes changed and removed fields from all other owners", () => {
    scenario(
      lamp,
      [
        apply("alice", "{ spec: { size: 1, color: red, labels: { a: x } } }"),
        update("bob", "{ spec: { size: 2, color: red } }"),
      ],
      {
        managed: { alice: "{ 'f:spec': { 'f:color': {} } }", "bob/Update": "{ 'f:spec': { 'f:size': {} } }" },
      },
    );
  });

  it("adds to what the same manager owned before", () => {
    scenario(lamp, [update("bob", "{ spec: { size: 1 } }"), update("bob", "{ spec: { size: 1, color: red } }")], {
      managed: { "bob/Update": "{ 'f:spec': { '.': {}, 'f:size': {}, 'f:color': {} } }" },
    });
  });

  it("leaves no trace of who changes nothing, or only removes", () => {
    scenario(
      lamp,
      [
        apply("alice", "{ spec: { size: 1, color: red } }"),
        update("bob", "{ spec: { size: 1, color: red } }"),
        update("carol", "{ spec: { size: 1 } }"),
      ],
      { managed: { alice: "{ 'f:spec': { 'f:size': {} } }" } },
    );
  });

  it("keeps entries of subresources apart, and of who has no name", () => {
    scenario(
      lamp,
      [
        update("", "{ spec: { size: 1 } }"),
        update("ctrl", "{ spec: { size: 1 }, status: { phase: Up } }", { subresource: "status" }),
      ],
      {
        managed: {
          "unknown/Update": "{ 'f:spec': { '.': {}, 'f:size': {} } }",
          "ctrl/Update/status": "{ 'f:status': { '.': {}, 'f:phase': {} } }",
        },
      },
    );
  });

  it("forgets all owners on request, and does not track again before an apply", () => {
    for (const managedFields of ["[]", "[{}]"]) {
      scenario(
        lamp,
        [
          update("bob", "{ spec: { size: 1 } }"),
          update("bob", `{ metadata: { managedFields: ${managedFields} }, spec: { size: 1 } }`),
          update("bob", "{ spec: { size: 2 } }"),
        ],
        { managed: {} },
      );
    }
  });

  it("gives what was there before the first apply an owner", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .spec.size';
    scenario(
      lamp,
      [
        update("bob", "{ spec: { size: 1 } }"),
        update("bob", "{ metadata: { managedFields: [] }, spec: { size: 1, color: red } }"),
        apply("alice", "{ spec: { size: 2 } }", { fails }),
        apply("alice", "{ spec: { size: 1 } }"),
      ],
      {
        managed: {
          alice: "{ 'f:spec': { 'f:size': {} } }",
          "before-first-apply/Update": "{ 'f:spec': { '.': {}, 'f:color': {}, 'f:size': {} } }",
        },
      },
    );
  });

  it("takes entries that the client sends, and the stored ones if those cannot be read", () => {
    const good = {
      manager: "x",
      operation: "Update",
      apiVersion: "v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": {} },
    };
    const live = stored([good]);
    const spoilt: readonly JsonObject[] = [
      { ...good, operation: "Delete" },
      { ...good, apiVersion: "" },
      { ...good, fieldsType: "FieldsV2" },
      { ...good, fieldsV1: { bad: {} } },
      { ...good, fieldsV1: { "f:spec": 5 } },
      { ...good, fieldsV1: { "k:[]": {} } },
    ];
    for (const entry of spoilt) {
      expect(track(live, { metadata: { managedFields: [entry] }, spec: {} })).toEqual([good]);
    }
    const other = { ...good, manager: "y" };
    expect(track(live, { metadata: { managedFields: [other] }, spec: {} })).toEqual([other]);
    expect(track(live, { metadata: { managedFields: [other] }, spec: {} }, "m", "status")).toEqual([good]);
  });

  it("drops entries of versions that are not there", () => {
    const gone = {
      manager: "x",
      operation: "Update",
      apiVersion: "v9",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": {} },
    };
    expect(track(stored([gone]), { spec: {} })).toEqual([]);
  });

  it("forgets who owns what of an object that is not of its type", () => {
    const entry = {
      manager: "x",
      operation: "Update",
      apiVersion: "v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": {} },
    };
    expect(track(stored([entry]), { spec: { size: "big" } })).toEqual([]);
    expect(track(undefined, { spec: { unknown: 1 } })).toEqual([]);
  });

  it("puts the oldest of more than ten updates together", () => {
    const steps = Array.from({ length: 12 }, (_, i) => {
      const labels = Array.from({ length: i + 1 }, (__, n) => `l${n}: x`).join(", ");
      return update(`m${String(i).padStart(2, "0")}`, `{ spec: { labels: { ${labels} } } }`);
    });
    const { metadata } = scenario(lamp, [...steps, apply("alice", "{ spec: { size: 1 } }")], {});
    const entries = (metadata as JsonObject).managedFields as ManagedFieldsEntry[];
    expect(entries.map(({ manager }) => manager)).toEqual([
      "alice",
      "ancient-changes",
      ...steps.slice(3).map(({ manager }) => manager),
    ]);
    expect(entries[1]).toMatchObject({
      operation: "Update",
      time: "2026-01-01T00:00:02Z",
      fieldsV1: { "f:spec": { ".": {}, "f:labels": { ".": {}, "f:l0": {}, "f:l1": {}, "f:l2": {} } } },
    });
  });
});
