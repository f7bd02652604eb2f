import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("an APIService", () => {
  const sample: Sample = {
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: "v1.example.com" },
      spec: {
        group: "example.com",
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { name: "s", namespace: "n", port: 443 },
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { metadata: { name: "x" } },
      'metadata.name: Invalid value: "x": must be `spec.version+"."+spec.group`: "v1.example.com"',
    ],
    [
      { spec: { groupPriorityMinimum: 0, versionPriority: 2000 } },
      "[spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000, spec.versionPriority: Invalid value: 2000: must be positive and less than 1000]",
    ],
    [
      { spec: { caBundle: "aGVsbG8=" } },
      "spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present",
    ],
    [
      { spec: { service: null, caBundle: "aGVsbG8=" } },
      '[spec.caBundle: Invalid value: "5 bytes": local APIServices may not have a caBundle, spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify]',
    ],
    [
      { spec: { service: { name: "", namespace: "", port: 70000 } } },
      "[spec.service.namespace: Required value, spec.service.name: Required value, spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});
