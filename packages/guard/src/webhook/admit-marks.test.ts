import type { JsonObject, KubeObject } from "@kiln/api";
import type { AdmissionRequest, Admit } from "@kiln/webhook";
import { beforeEach, describe, expect, it } from "vitest";
import { admitDefinition, createMarksAdmit, createUnionsAdmit } from "./admit-marks.ts";
import { createGuardedKinds, type GuardedKinds } from "./guarded-kinds.ts";
import { guardConfigurations } from "./webhook-configurations.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    size: { type: "string", "x-kubernetes-mutability": "Immutable" },
    replicas: { type: "integer", "x-kubernetes-mutability": "Immutable" },
    a: { type: "string" },
    b: { type: "string" },
  },
  "x-kubernetes-unions": [{ "fields-to-discriminateBy": { a: "A", b: "B" } }],
};

function crd(annotation = "{}"): KubeObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "ovens.example.com", annotations: { "kiln/marks": annotation } },
    spec: {
      group: "example.com",
      names: { plural: "ovens", kind: "Oven" },
      versions: [
        {
          name: "v1",
          served: true,
          schema: { openAPIV3Schema: SCHEMA },
          subresources: { scale: { specReplicasPath: ".replicas" } },
        },
        { name: "v2", served: true, schema: { openAPIV3Schema: { type: "object" } } },
      ],
    },
  } as KubeObject;
}

function request(oldObject: JsonObject | null, object: JsonObject | null, more: Partial<AdmissionRequest> = {}) {
  return {
    uid: "1",
    kind: { group: "example.com", version: "v1", kind: "Oven" },
    resource: { group: "example.com", version: "v1", resource: "ovens" },
    name: "o",
    operation: oldObject === null ? "CREATE" : "UPDATE",
    userInfo: {},
    object,
    oldObject,
    ...more,
  } satisfies AdmissionRequest;
}

const signal = new AbortController().signal;

describe("the guard", () => {
  let kinds: GuardedKinds;
  let marks: Admit;
  let unions: Admit;

  beforeEach(() => {
    kinds = createGuardedKinds();
    kinds.set(crd());
    marks = createMarksAdmit(kinds);
    unions = createUnionsAdmit(kinds);
  });

  it("refuses what breaks a mark, in the words of Kiln", async () => {
    const { allowed, code, reason, message, details } = await marks(request({ size: "s" }, { size: "m" }), signal);
    expect([allowed, code, reason]).toEqual([false, 422, "Invalid"]);
    expect(message).toMatch(
      /^Oven\.example\.com "o" is invalid: size: Invalid value: "m": may not be changed from "s"/,
    );
    expect(details).toMatchObject({ causes: [{ field: "size", reason: "FieldValueInvalid" }] });
  });

  it.each<[string, AdmissionRequest]>([
    ["what marks allow", request({ size: "s", a: "1" }, { size: "s", a: "2" })],
    ["a creation", request(null, { size: "s" })],
    ["a deletion", request({ size: "s" }, null, { operation: "DELETE" })],
    [
      "a version without marks",
      request({ size: "s" }, { size: "m" }, { resource: { group: "example.com", version: "v2", resource: "ovens" } }),
    ],
    ["an unknown kind", request({}, {}, { resource: { group: "", version: "v1", resource: "pods" } })],
    ["members of a union that were set before", request({ a: "1", b: "1" }, { a: "2", b: "2" })],
  ])("lets %s pass", async (_, review) => {
    expect((await marks(review, signal)).allowed).toBe(true);
  });

  it("refuses two members of a union", async () => {
    expect(await marks(request(null, { a: "1", b: "2" }), signal)).toMatchObject({
      allowed: false,
      message: expect.stringContaining("at most one of a, b may be set"),
    });
  });

  it("refuses to scale what is marked, and nothing else", async () => {
    const scale = (from: number, to: number) =>
      marks(request({ spec: { replicas: from } }, { spec: { replicas: to } }, { subResource: "scale" }), signal);
    expect((await scale(1, 2)).allowed).toBe(false);
    expect((await scale(2, 2)).allowed).toBe(true);
  });

  it("clears the member that another replaces, and says so if it was sent", async () => {
    expect(await unions(request({ a: "1" }, { a: "1", b: "2" }), signal)).toEqual({
      allowed: true,
      patch: [{ op: "remove", path: "/a" }],
      warnings: [],
    });
  });

  it("refuses every change of a kind whose marks cannot be read", async () => {
    kinds.set(crd('{"v1":{"properties":{"gone":{}}}}'));
    expect(await marks(request({}, {}), signal)).toMatchObject({
      allowed: false,
      message: expect.stringContaining("gone is not in the schema"),
    });
  });

  it("forgets a CRD that is gone", async () => {
    kinds.delete("ovens.example.com");
    expect((await marks(request({ size: "s" }, { size: "m" }), signal)).allowed).toBe(true);
    expect(kinds.list()).toEqual([]);
  });

  it("refuses a CRD whose marks could not be kept", async () => {
    const bad = crd('{"v9":{}}') as unknown as JsonObject;
    expect(await admitDefinition(request(null, bad), signal)).toMatchObject({ allowed: false });
    expect(await admitDefinition(request(null, crd() as unknown as JsonObject), signal)).toEqual({ allowed: true });
  });

  it("is asked about the kinds with marks, and about no others", () => {
    const options = { name: "kiln-guard", address: { url: "https://guard" }, ca: "CA" };
    const { validating, mutating } = guardConfigurations(kinds.list(), options);
    expect(validating.webhooks).toMatchObject([
      {
        name: "marks.kiln-guard.kiln",
        clientConfig: { url: "https://guard/marks", caBundle: "Q0E=" },
        rules: [
          { apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["ovens", "ovens/status", "ovens/scale"] },
        ],
        failurePolicy: "Fail",
      },
      { name: "definitions.kiln-guard.kiln", failurePolicy: "Ignore" },
    ]);
    expect(mutating.webhooks).toMatchObject([
      { rules: [{ apiVersions: ["v1"], resources: ["ovens", "ovens/status"] }] },
    ]);
    kinds.delete("ovens.example.com");
    expect(guardConfigurations(kinds.list(), options).mutating.webhooks).toEqual([]);
  });

  it("is asked about all versions of a kind whose marks cannot be read", () => {
    kinds.set(crd("nonsense"));
    const options = { name: "kiln-guard", address: { url: "https://guard" }, ca: "CA" };
    expect(guardConfigurations(kinds.list(), options).validating.webhooks).toMatchObject([
      { rules: [{ apiVersions: ["v1", "v2"] }] },
      {},
    ]);
  });
});
