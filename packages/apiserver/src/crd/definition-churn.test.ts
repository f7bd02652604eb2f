import { createLifetime, type Resource } from "@kiln/kinds";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { createHeads } from "../list/create-heads.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const GROUP = "churn.example.com";

function definitionOf(plural: string) {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural, kind: `Kind${plural}` },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

/**
 * Creates a CRD, one custom resource, a list by label and a watch, and deletes the CRD: each may leave memory behind.
 */
async function churn(server: TestServer, plural: string): Promise<void> {
  const objects = `/apis/${GROUP}/v1/namespaces/default/${plural}`;
  const body = { apiVersion: `${GROUP}/v1`, kind: `Kind${plural}`, metadata: { name: "a", labels: { a: "b" } } };
  expect((await server.send("POST", DEFINITIONS, { body: definitionOf(plural) })).status).toBe(201);
  expect((await server.send("POST", objects, { body })).status).toBe(201);
  expect((await server.send("GET", `${objects}?labelSelector=a%3Db`)).status).toBe(200);
  const watching = new AbortController();
  await server.open("GET", `${objects}?watch=true`, { signal: watching.signal });
  watching.abort();
  await server.send("DELETE", `${DEFINITIONS}/${plural}.${GROUP}`);
  await settle(server, { ms: 1_000 });
  expect((await server.send("GET", `${DEFINITIONS}/${plural}.${GROUP}`)).status).toBe(404);
}

describe("CRDs that come and go", () => {
  it("leave no series in the metrics", async () => {
    const server = await startTestServer();
    const seriesOf = async () => (await server.send("GET", "/metrics")).text.split("\n").length;
    await churn(server, "firsts");
    // The first GET of /metrics adds a series for itself.
    await seriesOf();
    const before = await seriesOf();
    for (let i = 0; i < 20; i++) {
      await churn(server, `things${i}`);
    }
    expect((await server.send("GET", "/metrics")).text).not.toContain(GROUP);
    expect(await seriesOf()).toBe(before);
  });

  it("leave no table of what selectors see", async () => {
    const heads = createHeads(new MemoryStore());
    const resourceOf = (i: number) =>
      ({
        storage: { prefix: `/registry/${GROUP}/things${i}/` },
        selectable: { fields: [] },
        serving: { lifetime: createLifetime(String(i), 0) },
      }) as unknown as Resource;
    const resources = Array.from({ length: 20 }, (_, i) => resourceOf(i));
    for (const resource of resources) {
      await heads.snapshot(resource, {});
    }
    expect(heads.size()).toBe(20);
    for (const resource of resources) {
      resource.serving.lifetime?.end();
      heads.forget(resource);
      // A request that began before the CRD was deleted may still read a table, which is not kept.
      await heads.snapshot(resource, {});
    }
    expect(heads.size()).toBe(0);
  });
});
