import type { ManagedFieldsEntry } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { fromScaleEntries, type ReplicasPath, toScaleEntries } from "./scale-entries.ts";

const replicasPath: ReplicasPath = (apiVersion) =>
  apiVersion === "g/v1" ? ["f:spec", "f:size"] : apiVersion === "g/v2" ? null : undefined;

const entry = (
  manager: string,
  operation: string,
  fields: object,
  more: ManagedFieldsEntry = {},
): ManagedFieldsEntry => ({
  manager,
  operation,
  apiVersion: "g/v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:spec": fields as never },
  ...more,
});

const time = "2026-01-01T00:00:00Z";
const scale = { apiVersion: "autoscaling/v1", fieldsV1: { "f:spec": { "f:replicas": {} } } };

describe("the managedFields of a Scale", () => {
  it("are those of who owns the object's replicas", () => {
    const entries = [
      entry("a", "Apply", { "f:size": {}, "f:x": {} }, { time }),
      entry("b", "Update", { "f:x": {} }),
      entry("c", "Update", { "f:size": {} }, { apiVersion: "g/v2" }),
      entry("d", "Update", { "f:size": {} }, { apiVersion: "g/v9" }),
    ];
    expect(toScaleEntries(entries, replicasPath)).toEqual([entry("a", "Apply", {}, { ...scale, time })]);
  });

  it("take the replicas from who has lost them, and give them to who has them now, without a time", () => {
    const entries = [
      entry("a", "Apply", { "f:size": {}, "f:x": {} }, { time }),
      entry("b", "Update", { "f:size": {} }, { time }),
      entry("c", "Update", { "f:x": {} }, { apiVersion: "g/v2" }),
      entry("d", "Update", { "f:x": {} }, { apiVersion: "g/v9" }),
    ];
    const scaleEntries = [entry("hpa", "Update", {}, { ...scale, time, subresource: "scale" })];
    expect(fromScaleEntries({ entries, scaleEntries, replicasPath, apiVersion: "g/v1" })).toEqual([
      entry("a", "Apply", { "f:x": {} }, { time }),
      entry("c", "Update", { "f:x": {} }, { apiVersion: "g/v2" }),
      entry("hpa", "Update", { "f:size": {} }, { subresource: "scale" }),
    ]);
  });

  it("leave an applier alone who still owns them", () => {
    const entries = [entry("a", "Apply", { "f:size": {}, "f:x": {} }, { time })];
    const scaleEntries = toScaleEntries(entries, replicasPath);
    expect(fromScaleEntries({ entries, scaleEntries, replicasPath, apiVersion: "g/v1" })).toEqual(entries);
  });
});
