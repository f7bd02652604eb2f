import type { JsonObject, JsonValue, ManagedFieldsEntry } from "@kiln/api";
import { update } from "@kiln/apply";
import { allFeatures, type DefinitionStatus, type Resource } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { createBuiltInKinds } from "../built-in-kinds.ts";
import { ownStatus } from "./own-status.ts";

const { resources } = createBuiltInKinds({ semantics: "kep", features: allFeatures });
const { typeOf } = (resources.find(({ names }) => names.kind === "CustomResourceDefinition") as Resource).storage;

const now = "2026-01-02T03:04:05Z";
const initial = { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: ["v1"] } as const;

function settled(status: "True" | "False", acceptedNames: object): DefinitionStatus {
  const conditions = ["NamesAccepted", "Established"].map((type) => {
    return { type, status, lastTransitionTime: now, reason: "Some", message: "some" };
  });
  return { ...initial, conditions, acceptedNames } as unknown as DefinitionStatus;
}

function entry(more: object = {}): ManagedFieldsEntry {
  const about = { manager: "me", operation: "Update", apiVersion: "apiextensions.k8s.io/v1", time: now };
  return { ...about, fieldsType: "FieldsV1", fieldsV1: { "f:spec": { "f:group": {} } }, ...more } as ManagedFieldsEntry;
}

const all = { plural: "as", kind: "A", listKind: "AList", singular: "a", categories: ["all"], shortNames: [] };

describe("ownStatus()", () => {
  it.each([
    ["a new definition", [entry()], initial, settled("True", all)],
    ["one with few names", [entry()], initial, settled("True", { plural: "as", kind: "A" })],
    ["one whose names are not accepted", [entry()], initial, settled("False", { plural: "", kind: "A" })],
    ["one that was applied", [entry({ operation: "Apply" })], initial, settled("True", all)],
    ["one made long ago", [entry({ time: "2025-01-02T03:04:05Z", manager: "z" })], initial, settled("True", all)],
    ["one of a manager before it in the alphabet", [entry({ manager: "a" })], initial, settled("True", all)],
    ["one without owners", [], initial, settled("True", all)],
    [
      "one with an owner of status fields",
      [entry({ fieldsV1: { "f:status": { "f:acceptedNames": { "f:kind": {} } } } })],
      initial,
      settled("True", all),
    ],
    ["one that was settled", [entry()], settled("False", { plural: "", kind: "A" }), settled("True", all)],
    [
      "one of an earlier version",
      [entry({ apiVersion: "apiextensions.k8s.io/v1beta1" })],
      initial,
      settled("True", all),
    ],
  ] as const)("says of %s what comparing says", (_name, owned, before, after) => {
    const about = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };
    const metadata = { managedFields: owned as unknown as JsonValue };
    const compared = update(
      { ...about, metadata, status: before as unknown as JsonObject },
      { ...about, metadata, status: after as unknown as JsonObject },
      {
        kind: { typeOf },
        manager: "kube-apiserver",
        now,
        subresource: "status",
        convert: (object, apiVersion) => ({ object: { ...object, apiVersion } }),
      },
    );
    const entries = ownStatus({ ...about, owned, before, after, now }, typeOf);
    expect(JSON.stringify(entries)).toBe(JSON.stringify(compared));
  });
});
