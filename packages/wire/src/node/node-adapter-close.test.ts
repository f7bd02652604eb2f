import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { ask2, deferred, openHttp2, openRaw, serve, text } from "../testing/node-client.ts";

describe("close()", () => {
  it("finishes what is being answered, ends events, and takes no more", async () => {
    const released = deferred<void>();
    const arrived = deferred<void>();
    const listener = await serve(async ({ target, signal }) => {
      if (target === "/events") {
        const body = (async function* () {
          yield Buffer.from("first ");
          if (!signal.aborted) {
            await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
          }
          yield Buffer.from("last");
        })();
        return { ...text(""), isEventStream: true, body };
      }
      arrived.resolve();
      await released.promise;
      return text("finished");
    });
    const session = openHttp2(listener);
    const events = ask2(session, { path: "/events" });
    const slow = ask2(session, { path: "/slow" });
    await arrived.promise;
    const closed = listener.close();
    expect(String((await events).body)).toBe("first last");
    released.resolve();
    expect(String((await slow).body)).toBe("finished");
    await closed;
    await expect(openRaw(listener)).rejects.toThrow();
  });

  it("does not wait for clients that never end", async () => {
    const listener = await serve((request) => request.readBody(100).then(() => text("never")));
    const raw = await openRaw(listener);
    raw.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n");
    raw.resume();
    const idle = openHttp2(listener);
    await once(idle, "connect");
    const gone = Promise.all([once(raw, "close"), once(idle, "close")]);
    await listener.close();
    await gone;
  });
});
