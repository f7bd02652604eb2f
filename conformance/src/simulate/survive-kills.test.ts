import type { KubeObject } from "@kiln/api";
import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { describe, expect, it } from "vitest";
import { startServeProcess } from "../serve/serve-process.ts";
import { deployment, job, statefulSet } from "./scenario.ts";
import { KINDS } from "./snapshot.ts";
import { until } from "./until.ts";

const KILLS = Number(process.env.KILN_SIMULATE_KILLS ?? 4);
const REPLICAS = 8;
const COMPLETIONS = 12;

type Counts = Readonly<Record<string, number | undefined>>;

const placeOf = (name: string) => ({ namespace: "default", name });

async function readCounts(client: Client, kind: string, name: string): Promise<Counts & { isObserved: boolean }> {
  const object = (await client.get(KINDS[kind] as never, placeOf(name))) as KubeObject & { status?: Counts };
  return { ...object.status, isObserved: object.status?.observedGeneration === object.metadata.generation } as never;
}

describe("a server with simulated workloads", () => {
  it("continues rollouts and counts each Pod of a Job once, at whichever step it is killed", {
    timeout: 900_000,
  }, async () => {
    const kiln = await startServeProcess(["--simulate"]);
    const open = () =>
      createClient({ transport: openTransport(loadAccess({ file: kiln.kubeconfig })), userAgent: "test/1" });
    let client = open();
    const create = (object: object, kind: string, name: string) =>
      client.create(KINDS[kind] as never, { ...object, metadata: placeOf(name) } as never);
    try {
      await create(deployment("web", { replicas: REPLICAS }), "Deployment", "web");
      await create(statefulSet("db", { replicas: 3 }), "StatefulSet", "db");
      for (let kill = 1; kill <= KILLS; kill++) {
        const template = { spec: { containers: [{ name: "main", image: `img:${kill + 1}` }] } };
        for (const [kind, name] of [
          ["Deployment", "web"],
          ["StatefulSet", "db"],
        ] as const) {
          await client.patch(KINDS[kind] as never, placeOf(name), { type: "strategic", body: { spec: { template } } });
        }
        await create(job("count", { completions: COMPLETIONS, parallelism: 3 }), "Job", `count-${kill}`);
        // From a rollout that has not begun to one whose last Pod is new.
        const updated = kill % (REPLICAS + 1);
        const isSoFar = async () => {
          const { isObserved, updatedReplicas = 0 } = await readCounts(client, "Deployment", "web");
          return updated === 0 || (isObserved && updatedReplicas >= updated);
        };
        expect(await until(isSoFar)).toBe(true);
        client.close();
        await kiln.crashAndRestart();
        client = open();
      }
      const isRolledOut = async (kind: string, name: string, replicas: number) => {
        const { isObserved, ...counts } = await readCounts(client, kind, name);
        const fields = ["replicas", "updatedReplicas", "availableReplicas"] as const;
        return isObserved && fields.every((field) => counts[field] === replicas);
      };
      expect(await until(() => isRolledOut("Deployment", "web", REPLICAS))).toBe(true);
      expect(await until(() => isRolledOut("StatefulSet", "db", 3))).toBe(true);
      for (let kill = 1; kill <= KILLS; kill++) {
        const isCounted = async () => (await readCounts(client, "Job", `count-${kill}`)).succeeded === COMPLETIONS;
        expect(await until(isCounted)).toBe(true);
      }
      client.close();
    } finally {
      await kiln.close();
    }
  });
});
