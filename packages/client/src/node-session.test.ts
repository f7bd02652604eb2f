import { once } from "node:events";
import { connect, createServer, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect as connectSocket, createServer as createRelay } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openSession } from "./node-session.ts";
import { ConnectionError } from "./transport.ts";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Sends a request to a server that responds with `answer`, and reads the whole response. */
async function request(answer: (stream: ServerHttp2Stream) => void) {
  const server = createServer();
  server.on("stream", (stream) => answer(stream));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const http2 = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const session = openSession(http2);
  close = () => {
    session.close();
    server.close();
  };
  const response = await session.send({ method: "GET", target: "/", headers: {} });
  const untilHere = () =>
    new Promise<void>((resolve, reject) => http2.ping((error) => (error ? reject(error) : resolve())));
  return { response, untilHere };
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

describe("the body of an answer", () => {
  it("is read as it arrives", async () => {
    const { response } = await request((stream) => {
      stream.respond();
      stream.write("one ");
      setImmediate(() => stream.end("two"));
    });
    expect(await readText(response.body)).toBe("one two");
  });

  it("is whole when all of it has arrived before the first read", async () => {
    const { response, untilHere } = await request((stream) => {
      stream.respond();
      stream.end("all");
    });
    await untilHere();
    await untilHere();
    expect(await readText(response.body)).toBe("all");
  });

  it("is lost if the connection ends in the middle", async () => {
    const { response } = await request((stream) => {
      stream.respond();
      stream.write("half", () => stream.session?.destroy());
    });
    await expect(readText(response.body)).rejects.toThrow(ConnectionError);
  });
});

/** Opens a session through a relay that forwards the server's bytes only while it is not held, or as many as allowed. */
async function openThroughRelay() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  let isHeld = false;
  let held = Buffer.alloc(0);
  const relay = createRelay((near) => {
    const far = connectSocket((server.address() as AddressInfo).port, "127.0.0.1");
    near.pipe(far);
    near.on("error", () => far.destroy());
    near.on("close", () => far.destroy());
    far.on("data", (chunk) => {
      held = Buffer.concat([held, chunk]);
      relay.emit("held");
      if (!isHeld) {
        forward(held.length);
      }
    });
    forward = (bytes) => {
      near.write(held.subarray(0, bytes));
      held = held.subarray(bytes);
    };
  });
  let forward: (bytes: number) => void = () => {};
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const http2 = connect(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`);
  await once(http2, "remoteSettings");
  await new Promise<void>((resolve, reject) => http2.ping((error) => (error ? reject(error) : resolve())));
  vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "clearInterval", "clearTimeout"] });
  const session = openSession(http2);
  close = () => {
    vi.useRealTimers();
    session.close();
    relay.close();
    server.close();
  };
  return {
    http2,
    hold: () => {
      isHeld = true;
    },
    untilHeld: () => once(relay, "held"),
    /** Forwards some of the held bytes, and resolves when the client has read them. */
    async trickle(bytes: number) {
      const expected = http2.socket.bytesRead + bytes;
      forward(bytes);
      while (http2.socket.bytesRead < expected) {
        await new Promise(setImmediate);
      }
    },
    async pass(seconds: number) {
      vi.advanceTimersByTime(seconds * 1000);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    },
  };
}

describe("a ping", () => {
  it("that is not answered ends a connection on which nothing arrives", async () => {
    const { http2, hold, untilHeld, pass } = await openThroughRelay();
    hold();
    const isHeld = untilHeld();
    await pass(30);
    await isHeld;
    await pass(14);
    expect(http2.destroyed).toBe(false);
    await pass(1);
    expect(http2.destroyed).toBe(true);
  });

  it("that is answered late ends no connection on which bytes arrive", async () => {
    const { http2, hold, untilHeld, trickle, pass } = await openThroughRelay();
    hold();
    const isHeld = untilHeld();
    await pass(30);
    await isHeld;
    for (let turn = 0; turn < 4; turn++) {
      await trickle(1);
      await pass(15);
      expect(http2.destroyed).toBe(false);
    }
    await pass(15);
    expect(http2.destroyed).toBe(true);
  });
});
