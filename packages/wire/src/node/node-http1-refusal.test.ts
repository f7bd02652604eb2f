import { describe, expect, it } from "vitest";
import { MAX_HEADERS } from "../http2/limits.ts";
import type { ApiRequest } from "../message.ts";
import { deferred, openRaw, readToEnd, serve, text } from "../testing/node-client.ts";
import { MAX_PIPELINED } from "./node-http1-refusal.ts";

const describeRequest = ({ method, target, headers }: ApiRequest) =>
  `${method} ${target} as ${headers["impersonate-user"] ?? "itself"}`;

/** Sends the bytes. Returns the requests that were executed and the responses. */
async function exchange(sent: string | readonly string[]): Promise<{ executed: string[]; received: string }> {
  const executed: string[] = [];
  const listener = await serve(async (request) => {
    executed.push(describeRequest(request));
    await request.readBody(1000).catch(() => {});
    return text(`[${request.target}]`);
  });
  const raw = await openRaw(listener);
  const received = readToEnd(raw);
  for (const packet of [sent].flat()) {
    await new Promise((done) => raw.write(packet, done));
  }
  return { executed, received: await received };
}

const statusLines = (received: string) => [...received.matchAll(/HTTP\/1\.1 \d+ [^\r]*/g)].map(([line]) => line);

describe("requests that do not wait for answers", () => {
  const get = (target: string) => `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`;

  it("are executed one after the other", async () => {
    let running = 0;
    let most = 0;
    const listener = await serve(async ({ target }) => {
      most = Math.max(most, ++running);
      await undefined;
      running--;
      return text(`[${target}]`);
    });
    const raw = await openRaw(listener);
    const targets = Array.from({ length: MAX_PIPELINED }, (_, i) => `/${i}`);
    const received = readToEnd(raw);
    raw.write(`${targets.map(get).join("")}GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect((await received).match(/\[[^\]]+\]/g)).toEqual([...targets, "/last"].map((target) => `[${target}]`));
    expect(most).toBe(1);
  });

  it("are all answered if they are many, and only the first is executed until it is answered", async () => {
    const executed: string[] = [];
    const arrived = deferred<void>();
    const released = deferred<void>();
    const listener = await serve(async ({ target }) => {
      executed.push(target);
      if (target === "/0") {
        arrived.resolve();
        await released.promise;
      }
      return text(`[${target}]`);
    });
    const raw = await openRaw(listener);
    const received = readToEnd(raw);
    const targets = Array.from({ length: 100 * MAX_PIPELINED }, (_, i) => `/${i}`);
    raw.write(`${targets.map(get).join("")}GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    await arrived.promise;
    expect(executed).toEqual(["/0"]);
    released.resolve();
    expect((await received).match(/\[[^\]]+\]/g)).toEqual([...targets, "/last"].map((target) => `[${target}]`));
  });

  it("are not executed if the client is gone", async () => {
    const executed: string[] = [];
    const arrived = deferred<void>();
    const left = deferred<void>();
    const listener = await serve(async ({ target, signal }) => {
      executed.push(target);
      signal.addEventListener("abort", () => left.resolve(), { once: true });
      arrived.resolve();
      await left.promise;
      return text("");
    });
    const raw = await openRaw(listener);
    raw.write(Array.from({ length: MAX_PIPELINED - 1 }, (_, i) => get(`/${i}`)).join(""));
    await arrived.promise;
    raw.destroy();
    await left.promise;
    expect(executed).toEqual(["/0"]);
  });
});

describe("bytes that the parser refuses", () => {
  const asAlice = "DELETE /secrets/sec HTTP/1.1\r\nhost: x\r\nimpersonate-user: alice\r\n\r\n";

  it.each([
    ["an unknown method", "FOO / HTTP/1.1\r\nhost: x\r\n\r\n", "405 Method Not Allowed"],
    ["an unknown method in front of a known line", "FOO\r\nDELETE /all HTTP/1.1\r\nhost: x\r\n\r\n", "400 Bad Request"],
    ["no request line", "\x16\x03\r\n\r\n", "400 Bad Request"],
    ["a header without a name", "GET /b HTTP/1.1\r\n: x\r\n\r\n", "400 Bad Request"],
    ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n", "405 Method Not Allowed"],
  ])("behind a request (%s) run nothing, and are answered in their turn", async (_, refused, statusText) => {
    const { executed, received } = await exchange(asAlice + refused);
    expect(executed).toEqual(["DELETE /secrets/sec as alice"]);
    expect(statusLines(received)).toEqual(["HTTP/1.1 200 OK", `HTTP/1.1 ${statusText}`]);
    const body = received.slice(received.lastIndexOf("\r\n\r\n") + 4);
    expect(body).toMatch(statusText.startsWith("405") ? /^\{"kind":"Status".*"code":405\}$/ : statusText);
  });

  it("run nothing wherever the packets are cut", async () => {
    const sent = `${asAlice}FOO / HTTP/1.1\r\n\r\n`;
    for (let cut = asAlice.length - 3; cut < sent.length; cut += 4) {
      const { executed, received } = await exchange([sent.slice(0, cut), sent.slice(cut)]);
      expect(executed).toEqual(["DELETE /secrets/sec as alice"]);
      expect(statusLines(received)[1]).toMatch(/^HTTP\/1\.1 40[05] /);
    }
  });

  it("are answered only behind the answers before them, however long these take", async () => {
    const released = deferred<void>();
    const arrived = deferred<void>();
    const listener = await serve(async ({ target }) => {
      if (target === "/slow") {
        arrived.resolve();
        await released.promise;
      }
      return text(`[${target}]`);
    });
    const raw = await openRaw(listener);
    const received = readToEnd(raw);
    const get = (target: string) => `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`;
    raw.write(`${get("/slow")}${get("/quick")}FOO / HTTP/1.1\r\n\r\nGET /behind HTTP/1.1\r\nhost: x\r\n\r\n`);
    await arrived.promise;
    released.resolve();
    expect((await received).match(/\[\/\w+\]|HTTP\/1\.1 \d+/g)).toEqual([
      ...["HTTP/1.1 200", "[/slow]", "HTTP/1.1 200", "[/quick]", "HTTP/1.1 405"],
    ]);
  });

  it("in the middle of a body end that request, and what is behind it", async () => {
    const post = "POST /body HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    const { executed, received } = await exchange(`${asAlice}${post}zz\r\nDELETE /all HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(executed).toEqual(["DELETE /secrets/sec as alice", "POST /body as itself"]);
    expect(statusLines(received)).toEqual(["HTTP/1.1 200 OK", "HTTP/1.1 400 Bad Request"]);
  });
});

describe("a request that Go would not take", () => {
  const headers = (count: number) => Array.from({ length: count }, (_, i) => `x-${i}: y\r\n`).join("");

  it.each([
    ["with two Host headers", "GET / HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n", "400 Bad Request"],
    ["with blanks in its Host", "GET / HTTP/1.1\r\nhost: x y\r\n\r\n", "400 Bad Request"],
    ["of HTTP/0.9", "GET /\r\n\r\n", "505 HTTP Version Not Supported"],
    ["of HTTP/0.9 by name", "GET / HTTP/0.9\r\nhost: x\r\n\r\n", "505 HTTP Version Not Supported"],
    ["of HTTP/2", "GET / HTTP/2.0\r\nhost: x\r\n\r\n", "505 HTTP Version Not Supported"],
    [
      "with more headers than are read",
      `GET / HTTP/1.1\r\nhost: x\r\n${headers(MAX_HEADERS)}impersonate-user: alice\r\n\r\n`,
      "431 Request Header Fields Too Large",
    ],
  ])("%s is refused without running, nor what follows", async (_, sent, statusText) => {
    const { executed, received } = await exchange(`${sent}GET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(executed).toEqual([]);
    expect(statusLines(received)).toEqual([expect.stringContaining(`HTTP/1.1 ${statusText}`)]);
  });

  it("has a neighbor that it takes: as many headers as are read, the last as good as the first", async () => {
    const { executed } = await exchange(
      `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers(MAX_HEADERS - 3)}impersonate-user: alice\r\n\r\n`,
    );
    expect(executed).toEqual(["GET / as alice"]);
  });

  it("has a neighbor that it takes: HTTP/1.0 without a Host", async () => {
    const { executed } = await exchange("GET / HTTP/1.0\r\n\r\n");
    expect(executed).toEqual(["GET / as itself"]);
  });
});
