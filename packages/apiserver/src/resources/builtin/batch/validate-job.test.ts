import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, type Sample } from "../../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("a Job", () => {
  const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] } };
  const sample: Sample = {
    path: "/apis/batch/v1/namespaces/default/jobs",
    object: { metadata: { name: "j" }, spec: { suspend: true, podFailurePolicy: { rules }, template } },
  };

  it.each<[JsonObject, string]>([
    [
      { podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [1] } }] } },
      'spec.podFailurePolicy: Invalid value: {"Rules":[{"Action":"FailJob","OnExitCodes":{"ContainerName":null,"Operator":"In","Values":[1]},"OnPodConditions":null}]}: field is immutable',
    ],
  ])("says as Kubernetes prints it what cannot become %j", async (spec, faults) => {
    expect(await judgeChange(server, sample, { patch: { spec } })).toBe(faults);
  });
});
