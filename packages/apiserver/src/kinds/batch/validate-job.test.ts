import { asObjects, type JsonObject, objectAt } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

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

  it("has the labels of its template, those that tell its Pods from others included", async () => {
    const body = {
      metadata: { name: "labelled" },
      spec: { template: { ...template, metadata: { labels: { app: "a" } } } },
    };
    const labelsOf = async (job: JsonObject) => {
      const { json } = await server.send("POST", `${sample.path}?dryRun=All`, { body: job });
      return objectAt(json ?? {}, "metadata").labels;
    };
    expect(await labelsOf(body)).toMatchObject({ "job-name": "labelled", "batch.kubernetes.io/job-name": "labelled" });
    const metadata = { name: "labelled", labels: { app: "a" } };
    expect(await labelsOf({ ...body, metadata })).toEqual({ app: "a" });
  });

  it("has its metadata judged once less where only its status is sent", async () => {
    await server.send("POST", sample.path, { body: sample.object });
    const patch = { metadata: { labels: { a: "b c" } } };
    const causes = async (path: string) => {
      const headers = { "content-type": "application/merge-patch+json" };
      const { json } = await server.send("PATCH", path, { body: patch, headers });
      return asObjects(objectAt(json ?? {}, "details").causes).length;
    };
    expect(await causes(`${sample.path}/j`)).toBe(4);
    expect(await causes(`${sample.path}/j/status`)).toBe(3);
  });
});
