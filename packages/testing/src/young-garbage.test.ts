import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type ForkHandle, type Kiln, startInProcess } from "./helper/index.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const WARM_UP = 60;
const LIVES = 60;

/** Young objects survive two minor collections before they count as old. */
const COLLECTIONS = 3;

describe("a fork that was deleted", () => {
  it("leaves little that collections of young garbage keep", { timeout: 60_000 }, async () => {
    const kiln = await startInProcess();
    try {
      await live(kiln, WARM_UP);
      const before = youngHeap();
      await live(kiln, LIVES);
      // History and log of the base keep some 20 KB. Before, hidden classes made for each fork kept another 80: of
      // literals that start with a spread and add names, and of generators and classes inside functions (Node 20).
      expect((youngHeap() - before) / LIVES / 1024).toBeLessThan(45);
    } finally {
      await kiln.stop();
    }
  });
});

async function live(kiln: Kiln, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const fork = await kiln.fork();
    await use(fork);
    await fork.reset();
    await use(fork);
    await fork.delete();
  }
}

async function use(fork: ForkHandle): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ metadata: { name: "mine" } });
  await (await fork.fetch(MAPS, { method: "POST", headers, body })).text();
  await (await fork.fetch(`${MAPS}/mine`)).text();
}

function youngHeap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { readonly type: "minor" }) => void;
  for (let i = 0; i < COLLECTIONS; i++) {
    collect({ type: "minor" });
  }
  return process.memoryUsage().heapUsed;
}
