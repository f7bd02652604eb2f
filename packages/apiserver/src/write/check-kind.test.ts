import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

describe("the kind of a body", () => {
  const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  it.each([
    {
      path: "/api/v1/namespaces/default/configmaps",
      object: { apiVersion: "x\u0007", kind: "ConfigMap" },
      message:
        'ConfigMap in version "x\\a" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version ' +
        '"x\\a" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    },
    {
      path: crds,
      object: { apiVersion: "v1", kind: "ConfigMap" },
      message:
        'ConfigMap in version "v1" cannot be handled as a CustomResourceDefinition: no kind "ConfigMap" is registered ' +
        'for version "v1" in scheme "k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:55"',
    },
    {
      path: "/apis/apiregistration.k8s.io/v1/apiservices",
      object: { apiVersion: "apiregistration.k8s.io/v1", kind: "Other" },
      message:
        'Other in version "v1" cannot be handled as a APIService: no kind "Other" is registered for version ' +
        '"apiregistration.k8s.io/v1" in scheme "k8s.io/kube-aggregator/pkg/apiserver/scheme/scheme.go:28"',
    },
  ])("is looked up in the scheme that serves $path", async ({ path, object, message }) => {
    const server = await startTestServer();
    try {
      const answer = await server.send("POST", path, { body: object });
      expect(answer.json).toMatchObject({ code: 400, message });
    } finally {
      await server.close();
    }
  });
});
