import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2, constants, type IncomingHttpHeaders } from "node:http2";
import { type RequestOptions, request as requestHttp1 } from "node:https";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import {
  TEST_CA,
  TEST_CLIENT_CERT,
  TEST_CLIENT_KEY,
  TEST_SERVER_CERT,
  TEST_SERVER_KEY,
} from "../testing/test-certificates.ts";
import { type ApiRequest, type ApiResponse, BodyTooLarge, ClientGone } from "./message.ts";
import { listen, type NodeListener } from "./node-adapter.ts";

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) {
    await close();
  }
});

type Handle = (request: ApiRequest) => Promise<ApiResponse> | ApiResponse;

async function serve(handle: Handle): Promise<NodeListener> {
  const server = { handle: async (request: ApiRequest) => handle(request) };
  const tls = { cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY, clientCa: TEST_CA };
  const listener = await listen(server, { tls, host: "127.0.0.1", port: 0, graceMs: 200 });
  opened.push(() => listener.close());
  return listener;
}

const CLIENT = { ca: TEST_CA, cert: TEST_CLIENT_CERT, key: TEST_CLIENT_KEY };

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function openHttp2({ port }: NodeListener, options: object = CLIENT): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: TEST_CA, ...options });
  session.on("error", () => {});
  opened.push(() => session.destroy());
  return session;
}

async function ask2(session: ClientHttp2Session, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", path = "/", headers = {}, body } = asked;
  const stream = session.request({ ":method": method, ":path": path, ...headers });
  stream.on("error", () => {});
  stream.end(body);
  const [answered] = (await once(stream, "response")) as [IncomingHttpHeaders];
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
  }
  return { status: Number(answered[":status"]), headers: answered, body: Buffer.concat(chunks) };
}

async function ask1({ port }: NodeListener, asked: Asked = {}): Promise<Answer> {
  const { body, ...rest } = asked;
  const options: RequestOptions = { ...CLIENT, host: "127.0.0.1", port, agent: false, ...rest };
  const request = requestHttp1(options);
  request.on("error", () => {});
  request.end(body);
  const [response] = await once(request, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
  }
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A TLS connection on which the test says whatever it likes. */
async function openRaw({ port }: NodeListener): Promise<TLSSocket> {
  const socket = connectTls({ ...CLIENT, host: "127.0.0.1", port, ALPNProtocols: ["http/1.1"] });
  socket.on("error", () => {});
  opened.push(() => socket.destroy());
  await once(socket, "secureConnect");
  return socket;
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  await once(socket, "close");
  return text;
}

const text = (body: string): ApiResponse => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  body: Buffer.from(body),
});

describe("listen()", () => {
  const ways: readonly (readonly [string, (listener: NodeListener, asked?: Asked) => Promise<Answer>])[] = [
    ["HTTP/1.1", ask1],
    ["HTTP/2", (listener, asked) => ask2(openHttp2(listener), asked)],
  ];

  describe.each(ways)("over %s", (_name, ask) => {
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

    it("answers 500 to nobody and breaks off when a body fails on its way", async () => {
      const broken = async function* () {
        yield Buffer.from("some");
        throw new Error("the disk is gone");
      };
      const listener = await serve(() => ({ ...text(""), body: broken() }));
      await expect(ask(listener)).rejects.toThrow();
      await expect(ask(await serve(() => text("still here")))).resolves.toMatchObject({ status: 200 });
    });
  });

  it("gives nobody's certificate to a connection that showed none", async () => {
    const listener = await serve(({ peerCertificate }) => text(String(peerCertificate)));
    expect(String((await ask2(openHttp2(listener, {}))).body)).toBe("undefined");
  });

  it("closes an HTTP/1.1 connection whose body it did not read, and keeps an HTTP/2 one", async () => {
    const listener = await serve(() => text("no, thanks"));
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
  ])("which %s is told and cut off", async (_what, said, heard) => {
    const listener = await serve(() => text("ok"));
    const raw = await openRaw(listener);
    raw.write(said);
    expect(await readToEnd(raw)).toMatch(heard);
    expect((await ask1(listener)).status).toBe(200);
  });

  it("which forgets that there is TLS is told in plain text", async () => {
    const { port } = await serve(() => text("ok"));
    const plain = connectPlain(port, "127.0.0.1");
    opened.push(() => plain.destroy());
    plain.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(await readToEnd(plain)).toBe(
      "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
    );
  });

  it("with a method of its own gets the server's answer to that", async () => {
    const listener = await serve(({ method, target }) => ({ ...text(`${method} ${target}`), status: 405 }));
    const raw = await openRaw(listener);
    raw.write("FOO /things HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(await readToEnd(raw)).toMatch(/^HTTP\/1.1 405 [\s\S]*FOO \/things$/);
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
      return text("nobody hears this");
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
