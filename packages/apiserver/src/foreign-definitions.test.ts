import { NO_STAMP, sealObject } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { DEFINITION_PREFIX } from "./crd/stored-definition.ts";
import { startTestServer } from "./testing/start-test-server.ts";

const names = { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" };
const spec = { type: "object", properties: { a: { type: "string" } } };

/** A CRD as kube-apiserver stores it in etcd: in v1beta1, with one schema for all versions. */
const DEFINITION = {
  kind: "CustomResourceDefinition",
  apiVersion: "apiextensions.k8s.io/v1beta1",
  metadata: { name: "foos.ex.io", uid: "u", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: {
    group: "ex.io",
    version: "v1",
    names,
    scope: "Namespaced",
    validation: { openAPIV3Schema: { type: "object", properties: { spec } } },
    versions: [{ name: "v1", served: true, storage: true }],
    conversion: { strategy: "None" },
    preserveUnknownFields: false,
  },
  status: {
    conditions: ["NamesAccepted", "Established"].map((type) => ({
      type,
      status: "True",
      lastTransitionTime: "2026-01-01T00:00:00Z",
      reason: "R",
      message: "m",
    })),
    acceptedNames: names,
    storedVersions: ["v1"],
  },
};

describe("a CRD that kube-apiserver stored", () => {
  it("is served with its schema, although it is stored in v1beta1", async () => {
    const { send, store } = await startTestServer();
    const sealed = sealObject(DEFINITION, { uid: "u" }, NO_STAMP).value;
    await store.create(`${DEFINITION_PREFIX}foos.ex.io`, sealed);
    const body = { apiVersion: "ex.io/v1", kind: "Foo", metadata: { name: "f" }, spec: { a: "hello", b: 1 } };
    const { status, json } = await send("POST", "/apis/ex.io/v1/namespaces/default/foos", { body });
    expect([status, json?.spec]).toEqual([201, { a: "hello" }]);
  });
});
