import { once } from "node:events";
import { constants } from "node:http2";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BodyTooLarge } from "../message.ts";
import {
  type Answer,
  type Asked,
  ask1,
  ask2,
  openHttp2,
  openRaw,
  readToEnd,
  serve as serveOn,
  text,
} from "../testing/node-client.ts";
import type { NodeListener } from "./node-adapter.ts";

describe("listen()", () => {
  type Ask = (listener: NodeListener, asked?: Asked) => Promise<Answer>;
  const overHttp2: Ask = (listener, asked) => ask2(openHttp2(listener), asked);
  const ways: readonly (readonly [string, Ask, "own" | "node"])[] = [
    ["HTTP/1.1", ask1, "own"],
    ["HTTP/2", overHttp2, "own"],
    ["Node's HTTP/2", overHttp2, "node"],
  ];

  describe.each(ways)("over %s", (_name, ask, http2) => {
    const serve = (handle: Parameters<typeof serveOn>[0]) => serveOn(handle, { http2 });

    it("passes on method, target, headers and body, and the answer back", async () => {
      const listener = await serve(async (request) => {
        const body = Buffer.from(await request.readBody(100)).toString();
        const { method, target } = request;
        return {
          status: 201,
          headers: { "x-answer": "yes" },
          body: Buffer.from(JSON.stringify({ method, target, body, agent: request.headers["user-agent"] })),
        };
      });
      const answer = await ask(listener, {
        method: "PUT",
        path: "/a%20b?c=d",
        headers: { "user-agent": "me" },
        body: "hello",
      });
      expect([answer.status, answer.headers["x-answer"], answer.headers["content-length"]]).toEqual([
        201,
        "yes",
        String(answer.body.length),
      ]);
      expect(JSON.parse(String(answer.body))).toEqual({
        method: "PUT",
        target: "/a%20b?c=d",
        body: "hello",
        agent: "me",
      });
    });

    it("tells whose certificate the connection showed", async () => {
      const listener = await serve(({ peerCertificate }) =>
        text(JSON.stringify({ ...peerCertificate, fingerprint: "" })),
      );
      const { body } = await ask(listener);
      expect(JSON.parse(String(body))).toEqual({
        commonName: "test-admin",
        organizations: ["system:masters", "testers"],
        fingerprint: "",
      });
    });

    it("sends no body where there is none", async () => {
      const listener = await serve(({ method }) =>
        method === "HEAD" ? text("unseen") : { status: 304, headers: { etag: '"1"' } },
      );
      expect(String((await ask(listener, { method: "HEAD" })).body)).toBe("");
      const unchanged = await ask(listener);
      expect([unchanged.status, unchanged.headers.etag, unchanged.body.length]).toEqual([304, '"1"', 0]);
    });

    it("compresses large answers for clients that take gzip, and no others", async () => {
      const large = "kiln ".repeat(40_000);
      const pieces = async function* () {
        yield Buffer.from(large);
      };
      const listener = await serve(({ target }) =>
        target === "/small" ? text("small") : target === "/pieces" ? { ...text(""), body: pieces() } : text(large),
      );
      const gzip = { "accept-encoding": "deflate, gzip" };
      for (const path of ["/large", "/pieces"]) {
        const zipped = await ask(listener, { path, headers: gzip });
        expect([zipped.headers["content-encoding"], zipped.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
        expect(String(gunzipSync(zipped.body))).toBe(large);
        expect(String((await ask(listener, { path, headers: { "accept-encoding": "gzip;q=1" } })).body)).toBe(large);
      }
      expect((await ask(listener, { path: "/small", headers: gzip })).headers["content-encoding"]).toBeUndefined();
    });

    it("reads no more of a body than allowed", async () => {
      const listener = await serve(async (request) => {
        const error = await request.readBody(1000).catch((thrown: unknown) => thrown);
        return { ...text(error instanceof BodyTooLarge ? "too large" : "read"), status: 413 };
      });
      const answer = await ask(listener, { method: "POST", body: Buffer.alloc(1001) });
      expect([answer.status, String(answer.body)]).toEqual([413, "too large"]);
    });

    it("sends warnings in UTF-8", async () => {
      const listener = await serve(() => ({ ...text(""), headers: { warning: ['299 - "größe"', '299 - "ключ"'] } }));
      const { headers } = await ask(listener);
      expect(Buffer.from(String(headers.warning), "latin1").toString()).toBe('299 - "größe", 299 - "ключ"');
    });

    it("breaks off without a 500 when a body fails while it is sent", async () => {
      const broken = async function* () {
        yield Buffer.from("some");
        throw new Error("the disk is gone");
      };
      const listener = await serve(() => ({ ...text(""), body: broken() }));
      await expect(ask(listener)).rejects.toThrow();
      await expect(ask(await serve(() => text("still here")))).resolves.toMatchObject({ status: 200 });
    });
  });

  it("gives no certificate to a connection that showed none", async () => {
    const listener = await serveOn(({ peerCertificate }) => text(String(peerCertificate)));
    expect(String((await ask2(openHttp2(listener, {}))).body)).toBe("undefined");
  });

  it("reads a body of many small chunks over HTTP/1.1 whole", async () => {
    const listener = await serveOn(async (request) => text(String((await request.readBody(100_000)).byteLength)));
    const raw = await openRaw(listener);
    const received = readToEnd(raw);
    raw.write("POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n");
    raw.write(`${"1\r\nx\r\n".repeat(20_000)}0\r\n\r\n`);
    expect(await received).toMatch(/\b20000$/);
  });

  it("closes an HTTP/1.1 connection whose body it did not read, and keeps an HTTP/2 one", async () => {
    const listener = await serveOn(() => text("no, thanks"));
    const raw = await openRaw(listener);
    raw.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nbeginning");
    expect(await readToEnd(raw)).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*no, thanks$/);
    const session = openHttp2(listener);
    const stream = session.request({ ":method": "POST", ":path": "/" });
    stream.write("beginning");
    stream.resume();
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    expect((await ask2(session)).status).toBe(200);
  });
});
