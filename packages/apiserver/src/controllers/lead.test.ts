import { createManualClock } from "@kiln/api/testing";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const NAMESPACES = "/api/v1/namespaces";
const LEASE = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kiln-controllers";
const RENEW_MS = 2000;

/** Two servers on one store and one clock. */
async function startTwo(): Promise<readonly [TestServer, TestServer]> {
  const store = new MemoryStore();
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const start = async (name: string) => {
    let uids = 0;
    const random = { uuid: () => `${name}-${++uids}`, fraction: () => 0.5 };
    return { ...(await startTestServer({ store, clock, random, sharesStore: true })), clock };
  };
  const first = await start("a");
  await settle(first);
  return [first, await start("b")];
}

async function holderOf({ send }: TestServer): Promise<unknown> {
  const { json } = await send("GET", LEASE);
  return (json?.spec as { holderIdentity?: string } | undefined)?.holderIdentity?.slice(0, 6);
}

async function hasAccount(server: TestServer, namespace: string): Promise<boolean> {
  await server.send("POST", NAMESPACES, { body: { metadata: { name: namespace } } });
  await settle(server);
  return (await server.send("GET", `${NAMESPACES}/${namespace}/serviceaccounts/default`)).status === 200;
}

describe("controllers of servers that share a store", () => {
  it("run on the one that holds the Lease, as long as it renews it", async () => {
    const [first, second] = await startTwo();
    await settle(second, { rounds: 10, ms: RENEW_MS });
    expect(await holderOf(second)).toBe("kiln_a");
    expect(await hasAccount(second, "bakery")).toBe(true);
    first.server.close();
  });

  it("move on at once when that one stops", async () => {
    const [first, second] = await startTwo();
    await settle(second);
    first.server.close();
    await settle(second, { rounds: 1, ms: RENEW_MS });
    expect(await holderOf(second)).toBe("kiln_b");
    expect(await hasAccount(second, "bakery")).toBe(true);
  });

  it("move on when that one is not heard of for the time of the Lease", async () => {
    const store = new MemoryStore();
    const server = await startTestServer({ store, sharesStore: true, disabledControllers: [] });
    await settle(server);
    const spec = { holderIdentity: "gone", leaseDurationSeconds: 15, renewTime: "2026-01-02T03:04:05.000000Z" };
    const headers = { "content-type": "application/merge-patch+json" };
    expect((await server.send("PATCH", LEASE, { body: { spec }, headers })).status).toBe(200);
    await settle(server, { rounds: 7, ms: RENEW_MS });
    expect(await holderOf(server)).toBe("gone");
    await settle(server, { rounds: 3, ms: RENEW_MS });
    expect(await holderOf(server)).toBe("kiln_0");
  });
});
