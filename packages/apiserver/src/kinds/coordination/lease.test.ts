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

describe("a Lease", () => {
  const sample: Sample = {
    path: "/apis/coordination.k8s.io/v1/namespaces/default/leases",
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "l1" },
      spec: {
        holderIdentity: "h",
        leaseDurationSeconds: 10,
        leaseTransitions: 1,
        renewTime: "2024-05-01T10:00:00.000000Z",
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } },
      "[spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0, spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});
