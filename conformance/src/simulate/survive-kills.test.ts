import type { KubeObject } from "@kiln/api";
import { createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { describe, expect, it } from "vitest";
import { startServeProcess } from "../serve/serve-process.ts";
import { deployment, job } from "./scenario.ts";
import { KINDS } from "./snapshot.ts";
import { until } from "./until.ts";

const KILLS = Number(process.env.KILN_SIMULATE_KILLS ?? 4);

describe("a server with simulated workloads", () => {
  it("continues a rollout and counts each Pod of a Job once, however often it is killed", {
    timeout: 600_000,
  }, async () => {
    const kiln = await startServeProcess(["--simulate"]);
    const open = () =>
      createClient({ transport: openTransport(loadAccess({ file: kiln.kubeconfig })), userAgent: "test/1" });
    const place = { namespace: "default", name: "web" };
    const [deployments, jobs] = [KINDS.Deployment, KINDS.Job] as const;
    try {
      let client = open();
      await client.create(deployments as never, { ...deployment("web", { replicas: 8 }), metadata: { ...place } });
      await client.create(jobs as never, {
        ...job("count", { completions: 12, parallelism: 3 }),
        metadata: { namespace: "default", name: "count" },
      });
      for (let kill = 1; kill <= KILLS; kill++) {
        const template = { spec: { containers: [{ name: "main", image: `img:${kill + 1}` }] } };
        await client.patch(deployments as never, place, { type: "strategic", body: { spec: { template } } });
        client.close();
        await kiln.crashAndRestart();
        client = open();
      }
      const isRolledOut = async () => {
        const { metadata, status } = (await client.get(deployments as never, place)) as KubeObject & {
          status: Record<string, number>;
        };
        return (
          status.observedGeneration === metadata.generation &&
          status.updatedReplicas === 8 &&
          status.availableReplicas === 8 &&
          status.replicas === 8
        );
      };
      expect(await until(isRolledOut)).toBe(true);
      const counted = { namespace: "default", name: "count" };
      const isCounted = async () => {
        const { status } = (await client.get(jobs as never, counted)) as KubeObject & {
          status: { succeeded?: number; completionTime?: string };
        };
        return status.succeeded === 12 && status.completionTime !== undefined;
      };
      expect(await until(isCounted)).toBe(true);
      client.close();
    } finally {
      await kiln.close();
    }
  });
});
