import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";

const EVENTS = "/api/v1/namespaces/default/events";
const HOUR_MS = 3_600_000;

/** A store whose maintenance runs when the test calls it. */
function createTimedStore() {
  let nowMs = 0;
  let runUpkeep = () => {};
  const clock = {
    now: () => nowMs,
    every: (_intervalMs: number, callback: () => void) => {
      runUpkeep = callback;
      return () => {};
    },
  };
  const advance = async (ms: number) => {
    nowMs += ms;
    runUpkeep();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store: new MemoryStore({ clock }), advance };
}

describe("Events", () => {
  it("are gone an hour after they were last written", async () => {
    const { store, advance } = createTimedStore();
    const { send } = await startTestServer({ store });
    const body = { metadata: { name: "e", namespace: "default" }, involvedObject: { namespace: "default" } };
    expect((await send("POST", EVENTS, { body })).status).toBe(201);
    await advance(HOUR_MS - 1000);
    const headers = { "content-type": "application/merge-patch+json" };
    expect((await send("PATCH", `${EVENTS}/e`, { body: { count: 2 }, headers })).status).toBe(200);
    await advance(HOUR_MS - 1000);
    expect((await send("GET", `${EVENTS}/e`)).status).toBe(200);
    await advance(2000);
    expect((await send("GET", `${EVENTS}/e`)).status).toBe(404);
  });
});
