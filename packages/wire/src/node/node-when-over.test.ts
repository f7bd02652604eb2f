import { once } from "node:events";
import { constants } from "node:http2";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiRequest, ApiResponse } from "../message.ts";
import { ask1, ask2, openHttp2, openRaw, serve, text } from "../testing/node-client.ts";
import type { NodeListener } from "./node-adapter.ts";

/** Server that counts the exchanges in progress, and responds when the test allows it. */
async function count() {
  const state = { begun: 0, open: 0 };
  const answers = new Map<string, (response: ApiResponse) => void>();
  const listener = await serve((request: ApiRequest) => {
    state.begun++;
    state.open++;
    request.whenOver?.(() => {
      state.open--;
    });
    const { target } = request;
    return target.startsWith("/held")
      ? new Promise((resolve) => answers.set(target, resolve))
      : target === "/large"
        ? { ...text(""), body: Buffer.alloc(3_000_000) }
        : text("hello");
  });
  return { listener, state, answers };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("whenOver()", () => {
  it.each([
    ["HTTP/1.1", ask1],
    ["HTTP/2", (listener: NodeListener, asked: object) => ask2(openHttp2(listener), asked)],
  ] as const)("calls back when the last byte is sent over %s", async (_name, ask) => {
    const { listener, state } = await count();
    for (const path of ["/", "/large"]) {
      await ask(listener, { path });
      await until(() => state.open === 0);
    }
    expect(state.begun).toBe(2);
  });

  it("calls back for every pipelined request that was begun, if the client leaves", async () => {
    const { listener, state, answers } = await count();
    const socket = await openRaw(listener);
    const lines = ["/", "/held1", "/held2", "/large"].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    socket.write(lines.join(""));
    await until(() => state.begun === 2);
    expect(state.open).toBe(1);
    socket.destroy();
    await until(() => state.open === 0);
    answers.get("/held1")?.(text("late"));
    expect(state.begun).toBe(2);
  });

  it("calls back once for each request, whenever clients leave", async () => {
    const { listener, state, answers } = await count();
    let asked = 0;
    const exchange = fc.record({
      path: fc.constantFrom("/", "/large", "/held"),
      leaves: fc.constantFrom("never", "at once", "after the headers", "after some bytes"),
      isHttp2: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 6 }), async (exchanges) => {
        const before = state.begun;
        const session = openHttp2(listener);
        await once(session, "connect");
        const runs = exchanges.map(async ({ path, leaves, isHttp2 }) => {
          const target = path === "/held" ? `/held${asked++}` : path;
          if (isHttp2) {
            const stream = session.request({ ":path": target });
            stream.on("error", () => {});
            const leave = () => stream.close(constants.NGHTTP2_CANCEL);
            stream.on("response", () => leaves === "after the headers" && leave());
            stream.on("data", () => leaves === "after some bytes" && leave());
            return { target, leave: leaves === "at once" ? leave : () => {} };
          }
          const socket = await openRaw(listener);
          socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`);
          const leave = () => socket.destroy();
          socket.on("data", () => leaves.startsWith("after") && leave());
          return { target, leave: leaves === "at once" ? leave : () => {} };
        });
        const opened = await Promise.all(runs);
        await until(() => state.begun === before + exchanges.length);
        for (const { target, leave } of opened) {
          leave();
          answers.get(target)?.(text("at last"));
        }
        await until(() => state.open === 0);
        session.destroy();
      }),
      { numRuns: 25 },
    );
  });
});
