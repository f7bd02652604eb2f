import { asObject, type JsonObject } from "@kiln/api";
import { type ForkHandle, startKiln, useForks } from "@kiln/testing/helper";
import * as vitest from "vitest";

const { describe, expect, it } = vitest;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const LABELS = { app: "web" };
const WEB: JsonObject = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: { containers: [{ name: "web", image: "web" }] } },
  },
};

async function readyReplicas(fork: ForkHandle): Promise<unknown> {
  const answer = (await (await fork.fetch(`${DEPLOYMENTS}/web`)).json()) as JsonObject;
  return asObject(answer.status).readyReplicas;
}

describe("spec.simulate of a fork", { timeout: 60_000 }, () => {
  const kiln = useForks(vitest, { start: () => startKiln(), fork: { simulate: true } });

  it("brings the workloads of that fork to life, and of no other", async () => {
    const plain = await kiln.kiln.fork();
    for (const fork of [plain, kiln.fork]) {
      const headers = { "content-type": "application/json" };
      await fork.fetch(DEPLOYMENTS, { method: "POST", headers, body: JSON.stringify(WEB) });
    }
    await expect.poll(() => readyReplicas(kiln.fork), { timeout: 30_000 }).toBe(2);
    expect(await readyReplicas(plain)).toBeUndefined();
    expect(await (await plain.fetch("/api/v1/nodes")).json()).toMatchObject({ items: [] });
    await plain.delete();
  });
});
