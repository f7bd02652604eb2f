import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { asObject } from "@kiln/api";
import { TEST_SERVER_CERT, TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { openProxyTransport } from "@kiln/wire/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestingServer } from "../testing/start-testing-server.ts";

const PROXY = "/clusters/a/api/v1/nodes/n/proxy";

/** A fork named a with a node, whose kubelet serves a page and a redirect. */
async function start() {
  const kubelet = createServer({ cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY }, (request, response) => {
    if (request.url === "/old") {
      response.writeHead(302, { location: "/stats" }).end();
    } else {
      response.writeHead(200, { "content-type": "text/html" }).end('<a href="/stats">stats</a>');
    }
  });
  kubelet.listen(0, "127.0.0.1");
  await once(kubelet, "listening");
  const proxy = openProxyTransport();
  onTestFinished(() => {
    proxy.close();
    kubelet.closeAllConnections();
    kubelet.close();
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const server = await startTestingServer({ server: { log, proxy } });
  onTestFinished(() => server.server.close());
  await server.fork("a");
  await server.send("POST /clusters/a/api/v1/nodes", { metadata: { name: "n" } });
  const status = {
    addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: (kubelet.address() as AddressInfo).port } },
  };
  const headers = { "content-type": "application/merge-patch+json" };
  await server.send("PATCH /clusters/a/api/v1/nodes/n/status", { status }, headers);
  return server;
}

describe("links and redirects in a fork", () => {
  it("stay in the fork behind a proxied node", async () => {
    const { open, send } = await start();
    const bare = await open(`GET ${PROXY}?a=b`);
    expect([bare.status, bare.headers.location]).toEqual([301, `${PROXY}/?a=b`]);
    const old = await open(`GET ${PROXY}/old`);
    expect([old.status, old.headers.location]).toEqual([302, `${PROXY}/stats`]);
    expect((await send(`GET ${PROXY}/page`)).text).toBe(`<a href="${PROXY}/stats">stats</a>`);
  });

  it("stay in the fork for an OpenAPI document whose hash is outdated", async () => {
    const { open, send } = await start();
    const { paths } = (await send("GET /clusters/a/openapi/v3")).json ?? {};
    const url = String(asObject(asObject(paths)["api/v1"]).serverRelativeURL);
    const outdated = await open("GET /clusters/a/openapi/v3/api/v1?hash=outdated");
    expect([outdated.status, outdated.headers.location]).toEqual([301, `/clusters/a${url}`]);
  });
});
