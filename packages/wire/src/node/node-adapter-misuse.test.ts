import { once } from "node:events";
import { connect as connectPlain } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { MAX_OPEN_HEADER_BYTES } from "../http2/limits.ts";
import { ClientGone } from "../message.ts";
import { ask1, ask2, deferred, openHttp2, openRaw, readToEnd, serve, text } from "../testing/node-client.ts";
import type { NodeListener } from "./node-adapter.ts";

describe("a client that misbehaves", () => {
  it.each([
    ["says something that is not HTTP", "\x16\x03garbage\r\n\r\n", /^HTTP\/1.1 400 Bad Request\r\n/],
    ["names no host", "GET / HTTP/1.1\r\n\r\n", /^HTTP\/1.1 400 Bad Request\r\n/],
    [
      "says two lengths",
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
      /^HTTP\/1.1 400 /,
    ],
    ["sends headers without end", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(1_100_000)}`, /^HTTP\/1.1 431 /],
  ])("which %s gets an error and is cut off", async (_what, said, heard) => {
    const listener = await serve(() => text("ok"));
    const raw = await openRaw(listener);
    raw.write(said);
    expect(await readToEnd(raw)).toMatch(heard);
    expect((await ask1(listener)).status).toBe(200);
  });

  it("which leaves headers open on many connections is cut off, and others are not", async () => {
    const listener = await serve(() => text("ok"));
    const megabyte = `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(1_000_000)}`;
    const refused = new Set<string>();
    const open = MAX_OPEN_HEADER_BYTES / 1_000_000;
    for (let i = 0; i < open + 4; i++) {
      const raw = await openRaw(listener);
      raw.on("error", () => {});
      raw.on("data", (bytes: Buffer) => refused.add(bytes.toString().split("\r\n", 1)[0] as string));
      await new Promise((resolve) => raw.write(megabyte, resolve));
      expect((await ask1(listener)).status).toBe(200);
    }
    expect(refused).toEqual(new Set(["HTTP/1.1 431 Request Header Fields Too Large"]));
  });

  it("which sends a body in a great number of tiny chunks is cut off", async () => {
    const outcome = deferred<unknown>();
    const listener = await serve(async (request) => {
      outcome.resolve(await request.readBody(10_000_000).catch((error: unknown) => error));
      return text("read");
    });
    const raw = await openRaw(listener);
    raw.on("error", () => {});
    raw.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    raw.write("1\r\n \r\n".repeat(30_000));
    expect(await outcome.promise).toBeInstanceOf(ClientGone);
  });

  it("which sends small chunks as long as they are not too many is answered", async () => {
    const listener = await serve(async (request) => text(String((await request.readBody(10_000_000)).byteLength)));
    const raw = await openRaw(listener);
    raw.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n");
    raw.write(`${"1\r\n \r\n".repeat(19_000)}0\r\n\r\n`);
    expect(await readToEnd(raw)).toMatch(/19000$/);
  });

  it("which forgets TLS gets an answer in plain text", async () => {
    const { port } = await serve(() => text("ok"));
    const plain = connectPlain(port, "127.0.0.1");
    onTestFinished(() => void plain.destroy());
    plain.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(await readToEnd(plain)).toBe(
      "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
    );
  });

  it.each([
    [
      "HTTP/1.1",
      async (listener: NodeListener) => {
        const raw = await openRaw(listener);
        raw.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf");
        return () => raw.destroy();
      },
    ],
    [
      "HTTP/2",
      async (listener: NodeListener) => {
        const session = openHttp2(listener);
        const stream = session.request({ ":method": "POST", ":path": "/" });
        stream.on("error", () => {});
        stream.write("half");
        return () => session.destroy();
      },
    ],
  ])("and vanishes in the middle of a body over %s, is known to be gone", async (_name, begin) => {
    const arrived = deferred<void>();
    const outcome = deferred<unknown>();
    const late = deferred<unknown>();
    const listener = await serve(async (request) => {
      const reading = request.readBody(1000);
      arrived.resolve();
      outcome.resolve(await reading.catch((error: unknown) => error));
      late.resolve(await request.readBody(1000).catch((error: unknown) => error));
      return text("never sent");
    });
    const vanish = await begin(listener);
    await arrived.promise;
    vanish();
    expect(await outcome.promise).toBeInstanceOf(ClientGone);
    expect(await late.promise).toBeInstanceOf(ClientGone);
  });

  it("and vanishes from a stream of events, ends it", async () => {
    const ended: string[] = [];
    const both = deferred<void>();
    const listener = await serve(({ signal, target }) => ({
      ...text(""),
      isEventStream: true,
      body: (async function* () {
        yield Buffer.from("first");
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        if (ended.push(target) === 2) {
          both.resolve();
        }
      })(),
    }));
    const session = openHttp2(listener);
    const stream = session.request({ ":path": "/two" });
    stream.on("error", () => {});
    await once(stream, "data");
    const raw = await openRaw(listener);
    raw.write("GET /one HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(raw, "data");
    session.destroy();
    raw.destroy();
    await both.promise;
    expect(ended.sort()).toEqual(["/one", "/two"]);
  });

  it("and does not read, holds up nothing but its own answer", async () => {
    let made = 0;
    const endless = async function* () {
      for (;;) {
        made++;
        yield Buffer.alloc(64 * 1024);
      }
    };
    const listener = await serve(({ target }) =>
      target === "/endless" ? { ...text(""), body: endless() } : text("ok"),
    );
    const session = openHttp2(listener);
    const stuck = session.request({ ":path": "/endless" });
    stuck.on("error", () => {});
    await once(stuck, "response");
    for (let i = 0; i < 5; i++) {
      expect((await ask2(session, { path: "/ok" })).status).toBe(200);
    }
    expect(made).toBeLessThan(20);
  });
});
