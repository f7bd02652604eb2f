import { startTestServer } from "@kiln/apiserver/testing";
import { createClient, takePart } from "@kiln/client";
import { afterEach, describe, expect, it } from "vitest";
import { type CuttableTransport, transportOf } from "./transport-of.ts";

const running: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) {
    await stop();
  }
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function start() {
  const server = await startTestServer();
  running.push(() => server.close());
  const leading: string[] = [];
  const join = (identity: string): { leave(): Promise<void>; transport: CuttableTransport } => {
    const transport = transportOf(server);
    const stopped = new AbortController();
    const part = takePart(
      {
        client: createClient({ transport, userAgent: "test/1" }),
        clock: server.clock,
        fraction: () => 0.5,
        lease: { namespace: "kube-system", name: "elected" },
        identity,
        lead: (signal) =>
          new Promise((resolve) => {
            leading.push(identity);
            signal.addEventListener("abort", () => {
              leading.splice(leading.indexOf(identity), 1);
              resolve();
            });
          }),
      },
      stopped.signal,
    );
    const leave = async () => {
      stopped.abort();
      await part;
    };
    running.push(leave);
    return { leave, transport };
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      server.clock.advance(1000);
      await settle();
      expect(leading.length).toBeLessThanOrEqual(1);
    }
  };
  return { join, pass, leading, settle };
}

describe("Of those who take part", () => {
  it("one leads, and another as soon as it leaves", async () => {
    const { join, pass, leading } = await start();
    const first = join("first");
    await settle();
    join("second");
    await pass(60);
    expect(leading).toEqual(["first"]);
    await first.leave();
    await pass(3);
    expect(leading).toEqual(["second"]);
  });

  it("one that is cut off stops leading before another begins", async () => {
    const { join, pass, leading } = await start();
    const first = join("first");
    await settle();
    join("second");
    await pass(5);
    first.transport.cut();
    await pass(12);
    expect(leading).toEqual([]);
    await pass(10);
    expect(leading).toEqual(["second"]);
    first.transport.mend();
    await pass(30);
    expect(leading).toEqual(["second"]);
  });
});
