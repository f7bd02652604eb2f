import { once } from "node:events";
import { TEST_CA, TEST_CLIENT_CERT, TEST_CLIENT_KEY } from "@kiln/api/testing/certificates";
import { MESSAGE_BUDGET, type NodeListener } from "@kiln/wire/node";
import { openRaw, readToEnd, serve } from "@kiln/wire/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { startSecuredServer } from "../testing/start-secured-server.ts";

const ADMIN = { ca: TEST_CA, cert: TEST_CLIENT_CERT, key: TEST_CLIENT_KEY };
const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_ONLY = { accept: "application/json" };

function open({ port }: NodeListener, path: string, options: object = ADMIN, protocols: string[] = []): WebSocket {
  const socket = new WebSocket(`wss://127.0.0.1:${port}${path}`, protocols, { ca: TEST_CA, ...options });
  socket.on("error", () => undefined);
  onTestFinished(() => socket.terminate());
  return socket;
}

async function start() {
  const alice = { name: "alice", groups: ["system:masters", "system:authenticated"] };
  const server = await startSecuredServer([alice]);
  const listener = await serve((request) => server.server.handle(request));
  return { ...server, listener };
}

/** Reads the messages in order, each as event type and object name. */
function readEvents(socket: WebSocket): { next(): Promise<string> } {
  const events: string[] = [];
  const waiting: ((event: string) => void)[] = [];
  socket.on("message", (data, isBinary) => {
    const { type, object } = isBinary ? { type: "binary", object: undefined } : JSON.parse(String(data));
    const event = object === undefined ? type : `${type} ${object.metadata.name}`;
    const wake = waiting.shift();
    wake === undefined ? events.push(event) : wake(event);
  });
  return {
    next: async () => events.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve))),
  };
}

async function refusedStatus(socket: WebSocket): Promise<number | undefined> {
  const [, response] = await once(socket, "unexpected-response");
  return (response as { statusCode?: number }).statusCode;
}

const map = (name: string) => ({ body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name } } });

describe("a watch by WebSocket", () => {
  it("sends one text message an event", async () => {
    const { listener, send } = await start();
    for (const name of ["a", "b", "c"]) {
      await send("POST", MAPS, map(name));
    }
    const socket = open(listener, `${MAPS}?watch=true&resourceVersion=0`, { ...ADMIN, headers: JSON_ONLY });
    const events = readEvents(socket);
    expect([await events.next(), await events.next(), await events.next()]).toEqual(["ADDED a", "ADDED b", "ADDED c"]);
    await send("DELETE", `${MAPS}/b`);
    expect(await events.next()).toBe("DELETED b");
  });

  it("sends binary messages where protobuf is asked for", async () => {
    const { listener, send } = await start();
    await send("POST", MAPS, map("a"));
    const headers = { accept: "application/vnd.kubernetes.protobuf;stream=watch" };
    const socket = open(listener, `${MAPS}?watch=true&resourceVersion=0`, { ...ADMIN, headers });
    expect(await readEvents(socket).next()).toBe("binary");
  });

  it("closes with 1000 when its time is up", async () => {
    const { listener, clock } = await start();
    const socket = open(listener, `${MAPS}?watch=true&timeoutSeconds=5`);
    await once(socket, "open");
    clock.advance(5000);
    expect((await once(socket, "close"))[0]).toBe(1000);
  });

  it("takes a token from its subprotocols, and names another one in its answer", async () => {
    const { listener } = await start();
    const token = `base64url.bearer.authorization.k8s.io.${Buffer.from("alice").toString("base64url")}`;
    const socket = open(listener, `${MAPS}?watch=true`, {}, [token, "binary.k8s.io"]);
    await once(socket, "open");
    expect(socket.protocol).toBe("binary.k8s.io");
    const alone = open(listener, `${MAPS}?watch=true`, {}, [token]);
    expect(await refusedStatus(alone)).toBe(401);
  });

  it("is refused as any other request", async () => {
    const { listener } = await start();
    expect(await refusedStatus(open(listener, `${MAPS}?watch=true`, {}))).toBe(401);
    expect(await refusedStatus(open(listener, "/apis/nowhere/v1/things?watch=true"))).toBe(404);
    expect(await refusedStatus(open(listener, "/version"))).toBe(200);
  });

  it("ends for a client that sends long messages, and answers pings", async () => {
    const { listener } = await start();
    const socket = open(listener, `${MAPS}?watch=true`);
    await once(socket, "open");
    socket.ping("hello");
    expect(String((await once(socket, "pong"))[0])).toBe("hello");
    socket.send("x".repeat(100_000));
    expect((await once(socket, "close"))[0]).toBe(1009);
  });

  it("ends for a client that sends more pings than a client ever needs", async () => {
    const { listener } = await start();
    const socket = open(listener, `${MAPS}?watch=true`);
    await once(socket, "open");
    let pongs = 0;
    socket.on("pong", () => pongs++);
    for (let i = 0; i < 10 * MESSAGE_BUDGET.burst; i++) {
      socket.ping();
    }
    expect((await once(socket, "close"))[0]).toBe(1006);
    expect(pongs).toBeLessThan(2 * MESSAGE_BUDGET.burst);
  });

  it.each([
    ["without a key", "sec-websocket-version: 13\r\n"],
    ["of another version", "sec-websocket-version: 7\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"],
  ])("%s is a bad request", async (_, headers) => {
    const { listener } = await start();
    const raw = await openRaw(listener);
    raw.write(
      `GET ${MAPS}?watch=true HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${headers}\r\n`,
    );
    expect(await readToEnd(raw)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("a request that asks for another protocol", () => {
  it("is answered in HTTP/1.1", async () => {
    const { listener } = await start();
    const raw = await openRaw(listener);
    raw.write("GET /version HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n");
    expect(await readToEnd(raw)).toMatch(/^HTTP\/1\.1 200 [\s\S]*gitVersion/);
  });

  it("with a body, or behind requests that have no answer yet, is a bad request", async () => {
    const { listener } = await start();
    const upgrade = "host: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n";
    for (const sent of [
      `POST ${MAPS} HTTP/1.1\r\n${upgrade}content-length: 2\r\n\r\n{}`,
      `GET ${MAPS} HTTP/1.1\r\nhost: x\r\n\r\nGET /version HTTP/1.1\r\n${upgrade}\r\n`,
    ]) {
      const raw = await openRaw(listener);
      raw.write(sent);
      expect(await readToEnd(raw)).toMatch(/HTTP\/1\.1 400 Bad Request: upgrade/);
    }
  });
});
