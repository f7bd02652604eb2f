import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { TEST_SERVER_CERT, TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { openProxyTransport } from "@kiln/wire/node";
import { openRaw, readToEnd, serve } from "@kiln/wire/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSecuredServer } from "../testing/start-secured-server.ts";

const PODS = "/api/v1/namespaces/default/pods";

/** A kubelet that records its requests and returns their path; upgraded connections echo their bytes. */
async function startKubelet(): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = [];
  const kubelet = createServer({ cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY }, (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? "-"}`);
    if (request.url === "/page") {
      const headers = { "content-type": "text/html", "access-control-allow-origin": "*" };
      response.writeHead(200, headers).end('<a href="/stats">stats</a>');
    } else if (request.url === "/old") {
      response.writeHead(302, { location: "/stats?x=y" }).end();
    } else if (request.url?.startsWith("/switches")) {
      request.socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
    } else if (request.url?.includes("broken")) {
      response.writeHead(500).end("container not found\n");
    } else {
      response.writeHead(200, { "x-kubelet": "yes" }).end(`log of ${request.url}`);
    }
  });
  kubelet.on("upgrade", (request, socket) => {
    if (request.headers["sec-websocket-protocol"] === "v5.channel.k8s.io") {
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
      return;
    }
    asked.push(`${request.headers.upgrade} ${request.url}`);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n\r\n`,
    );
    socket.pipe(socket);
  });
  kubelet.listen(0, "127.0.0.1");
  await once(kubelet, "listening");
  onTestFinished(() => {
    kubelet.closeAllConnections();
    kubelet.close();
  });
  return { port: (kubelet.address() as AddressInfo).port, asked };
}

async function start() {
  const { port, asked } = await startKubelet();
  const proxy = openProxyTransport();
  onTestFinished(() => proxy.close());
  const server = await startSecuredServer([], { proxy });
  const listener = await serve((request) => server.server.handle(request));
  const status = {
    addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  await server.send("POST", "/api/v1/nodes", { body: { metadata: { name: "n" } } });
  await server.send("PATCH", "/api/v1/nodes/n/status", {
    body: { status },
    headers: { "content-type": "application/merge-patch+json" },
  });
  await server.send("POST", "/api/v1/namespaces/default/serviceaccounts", { body: { metadata: { name: "default" } } });
  for (const [name, nodeName] of [
    ["p", "n"],
    ["lost", "gone"],
  ] as const) {
    const spec = {
      nodeName,
      containers: [
        { name: "broken", image: "i" },
        { name: "c", image: "i" },
      ].slice(name === "p" ? 0 : 1),
    };
    await server.send("POST", PODS, { body: { metadata: { name }, spec } });
  }
  return { ...server, listener, asked };
}

const NO_NODE = "needs a node, and this server has none";

describe("a kubelet behind a Node", () => {
  it("gives logs, with the options that it knows", async () => {
    const { send, asked } = await start();
    const { status, text, headers } = await send(
      "GET",
      `${PODS}/p/log?container=c&tailLines=5&follow=false&timestamps=true`,
    );
    expect([status, text]).toEqual([200, "log of /containerLogs/default/p/c?timestamps=true&tailLines=5"]);
    expect(headers["content-type"]).toBe("text/plain");
    expect(asked).toEqual(["GET /containerLogs/default/p/c?timestamps=true&tailLines=5 -"]);
    const broken = await send("GET", `${PODS}/p/log?container=broken`);
    expect([broken.status, broken.json?.message]).toEqual([500, "container not found"]);
  });

  it("has its links and redirects lead through the proxy", async () => {
    const { send } = await start();
    const get = (path: string) => send("GET", `/api/v1/nodes/n/proxy${path}`);
    const page = await get("/page");
    expect(page.text).toBe('<a href="/api/v1/nodes/n/proxy/stats">stats</a>');
    expect(page.headers).not.toHaveProperty("access-control-allow-origin");
    expect((await get("/old")).headers.location).toBe("/api/v1/nodes/n/proxy/stats?x=y");
    const root = await get("?a=b");
    expect([root.status, root.headers.location]).toEqual([301, "/api/v1/nodes/n/proxy/?a=b"]);
    expect((await get("/")).text).toBe("log of /");
  });

  it("is reached through the proxy of the node, without the client's credentials", async () => {
    const { send, asked } = await start();
    const { status, headers } = await send("GET", "/api/v1/nodes/n/proxy/stats/a%20b?x=y", {
      headers: { authorization: "Bearer secret", "impersonate-user": "" },
    });
    expect([status, headers["x-kubelet"]]).toEqual([200, "yes"]);
    expect(asked).toEqual(["GET /stats/a%20b?x=y -"]);
  });

  it.each([
    [
      "SPDY/3.1",
      "POST",
      "/exec?container=c&command=ls&command=-l&stdin=1&stdout=true&tty=1",
      "/exec/default/p/c?input=1&output=1&tty=1&command=ls&command=-l",
    ],
    ["SPDY/3.1", "POST", "/attach?container=c&stdout=true", "/attach/default/p/c?output=1"],
    ["SPDY/3.1", "POST", "/portforward", "/portForward/default/p"],
    ["websocket", "GET", "/exec?container=c&command=ls&stdout=true", "/exec/default/p/c?output=1&command=ls"],
    ["websocket", "GET", "/portforward?ports=80", "/portForward/default/p?port=80"],
  ])("joins connections that become %s: %s %s", async (protocol, method, path, expected) => {
    const { listener, asked } = await start();
    const socket = await openRaw(listener);
    const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    const head = `${method} ${PODS}/p${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${key}\r\n`;
    socket.write(`${head}hello`);
    let text = "";
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.endsWith("hello")) {
        break;
      }
    }
    expect(text).toContain("HTTP/1.1 101 Switching Protocols\r\n");
    expect(asked).toEqual([`${protocol} ${expected}`]);
  });

  it("may refuse a WebSocket protocol, so that kubectl falls back to SPDY", async () => {
    const { listener } = await start();
    const socket = await openRaw(listener);
    const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    const head = `GET ${PODS}/p/exec?container=c&command=ls&stdout=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    socket.write(`${head}Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n${key}\r\n`);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
  });

  it("cannot switch the protocol of a request that did not ask for it", async () => {
    const { send } = await start();
    const { status, json } = await send("GET", "/api/v1/nodes/n/proxy/switches");
    const why = 'backend tried to switch protocol "other" when "" was requested';
    expect([status, json?.message]).toEqual([503, `error trying to reach service: ${why}`]);
  });

  it("wants an upgrade for exec", async () => {
    const { send } = await start();
    const { status, json } = await send("POST", `${PODS}/p/exec?container=c&command=ls&stdout=1`);
    expect([status, json?.message]).toEqual([400, "Upgrade request required"]);
  });

  it("is missed in the words of a server without nodes", async () => {
    const { send } = await start();
    const exec = await send("POST", `${PODS}/lost/exec?command=ls&stdout=1`);
    expect([exec.status, exec.json?.message]).toEqual([501, `pods/exec ${NO_NODE}`]);
    const log = await send("GET", `${PODS}/lost/log`);
    expect([log.status, log.json?.message]).toEqual([501, `pods/log ${NO_NODE}`]);
  });
});

describe("proxies of Pods and Services", () => {
  it.each(["127.0.0.1", "169.254.169.254", "::1", "fe80::1"])("do not lead to %s", async (podIP) => {
    const { send } = await start();
    await send("PATCH", `${PODS}/p/status`, {
      body: { status: { podIP, podIPs: [{ ip: podIP }] } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    const { status, json } = await send("GET", `${PODS}/p:80/proxy/`);
    expect([status, json?.message]).toEqual([400, "address not allowed"]);
  });

  it.each(["ftp:p:80", "a:b:c:d"])("refuse the name %s", async (name) => {
    const { send } = await start();
    const { status, json } = await send("GET", `${PODS}/${name}/proxy/`);
    expect([status, json?.message]).toEqual([400, `invalid pod request "${name}"`]);
  });
});
