import { describe, expect, it } from "vitest";
import { printFieldError } from "../field/field-error.ts";
import { fieldPath } from "../field/field-path.ts";
import type { OwnerReference } from "./object.ts";
import { validateOwnerReferences } from "./owner-references.ts";

const path = fieldPath("metadata", "ownerReferences");
const validate = (references: OwnerReference[]) => validateOwnerReferences(references, path).map(printFieldError);

describe("validateOwnerReferences()", () => {
  it("wants every part, and says so of the list", () => {
    expect(validate([{ apiVersion: "", kind: "", name: "", uid: "" }])).toEqual([
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ]);
  });

  it("wants an apiVersion that can be parsed", () => {
    expect(validate([{ apiVersion: "a/b/c", kind: "K", name: "o", uid: "u" }])).toEqual([
      'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
    ]);
  });

  it("allows one controller, and prints the references in the order of their declaration", () => {
    const references = [
      { uid: "u1", controller: true, name: "o", kind: "ConfigMap", apiVersion: "v1" },
      { apiVersion: "v1", kind: "ConfigMap", name: "p", uid: "u2", controller: true, blockOwnerDeletion: false },
      { apiVersion: "v1", kind: "ConfigMap", name: "q", uid: "u3", controller: false },
    ];
    expect(validate(references)).toEqual([
      'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"ConfigMap","name":"o","uid":"u1","controller":true},{"apiVersion":"v1","kind":"ConfigMap","name":"p","uid":"u2","controller":true,"blockOwnerDeletion":false},{"apiVersion":"v1","kind":"ConfigMap","name":"q","uid":"u3","controller":false}]: Only one reference can have Controller set to true. Found "true" in references for ConfigMap/o and ConfigMap/p',
    ]);
  });

  it("lets no Event own anything", () => {
    expect(validate([{ apiVersion: "v1", kind: "Event", name: "o", uid: "u" }])).toEqual([
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"o","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
    ]);
    expect(validate([{ apiVersion: "events.k8s.io/v1", kind: "Event", name: "o", uid: "u" }])).toEqual([]);
  });
});
