import { encodeUtf8, type JsonObject } from "@kiln/api";
import { ProxyError, type ProxyRequest, type ProxyTransport } from "@kiln/wire";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const PATH = "/apis/metrics.example.com/v1beta1";
const RESOURCES = {
  kind: "APIResourceList",
  groupVersion: "metrics.example.com/v1beta1",
  resources: [
    { name: "nodes", singularName: "", namespaced: false, kind: "NodeMetrics", verbs: ["get", "list"] },
    { name: "nodes/status", singularName: "", namespaced: false, kind: "NodeMetrics", verbs: ["get"] },
  ],
};
const SWAGGER = {
  paths: { [`${PATH}/nodes`]: { get: {} }, "/apis/other/": {} },
  definitions: { "com.example.NodeMetrics": { type: "object" } },
};
const INDEX = { paths: { "apis/metrics.example.com/v1beta1": { serverRelativeURL: `/openapi/v3${PATH}?hash=1` } } };

/** An extension API server that supports only the older form of discovery. */
function createExtension() {
  const asked: ProxyRequest[] = [];
  const answers: Record<string, JsonObject> = {
    [PATH]: RESOURCES,
    "/openapi/v2": SWAGGER,
    "/openapi/v3": INDEX,
    [`${PATH}/nodes`]: { kind: "NodeMetricsList", items: [] },
    [`/openapi/v3${PATH}`]: { openapi: "3.0.0" },
  };
  let isUp = true;
  let isEndless = false;
  const transport: ProxyTransport = {
    async send(request) {
      asked.push(request);
      if (!isUp) {
        throw new ProxyError("connect: connection refused");
      }
      const answer = answers[new URL(request.url).pathname];
      const chunk = encodeUtf8(JSON.stringify(answer ?? {}));
      return {
        status: answer === undefined ? 404 : 200,
        headers: { "content-type": "application/json" },
        body: (async function* () {
          yield chunk;
          if (isEndless) {
            await new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(new Error("late"))));
          }
        })(),
      };
    },
    close: () => {},
  };
  return { transport, asked, stop: () => (isUp = false), drip: () => (isEndless = true) };
}

const API_SERVICE = {
  metadata: { name: "v1beta1.metrics.example.com" },
  spec: {
    group: "metrics.example.com",
    version: "v1beta1",
    groupPriorityMinimum: 17_900,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { namespace: "default", name: "metrics", port: 443 },
  },
};

async function start() {
  const { transport, asked, stop, drip } = createExtension();
  const frontProxy = { ca: "CA", cert: "CERT", key: "KEY" };
  const server = await startTestServer({ proxy: transport, frontProxy });
  await server.send("POST", "/api/v1/namespaces/default/services", {
    body: { metadata: { name: "metrics" }, spec: { clusterIP: "10.0.0.9", ports: [{ port: 443 }] } },
  });
  const created = await server.send("POST", SERVICES, { body: API_SERVICE });
  expect(created.status, created.text).toBe(201);
  await settle(server);
  return { ...server, asked, stop, drip };
}

async function readCondition({ send }: Pick<Awaited<ReturnType<typeof start>>, "send">): Promise<unknown> {
  const { json } = await send("GET", `${SERVICES}/v1beta1.metrics.example.com`);
  return (json?.status as { conditions?: unknown[] } | undefined)?.conditions?.[0];
}

describe("an APIService with a service", () => {
  it("is available once discovery answers, and not any more when it does not", async () => {
    const server = await start();
    expect(await readCondition(server)).toMatchObject({ type: "Available", status: "True", reason: "Passed" });
    server.stop();
    server.clock.advance(30_000);
    await settle(server);
    expect(await readCondition(server)).toMatchObject({ status: "False", reason: "FailedDiscoveryCheck" });
    const { status, text } = await server.send("GET", `${PATH}/nodes`);
    expect([status, text]).toEqual([503, "service unavailable\n"]);
  });

  it("is not available if its discovery does not end in time", async () => {
    const server = await start();
    server.drip();
    server.clock.advance(30_000);
    await settle(server, { ms: 5000 });
    expect(await readCondition(server)).toMatchObject({ status: "False", reason: "FailedDiscoveryCheck" });
  });

  it("gets requests as the user, by the certificate of the front proxy, without the client's credentials", async () => {
    const server = await start();
    server.asked.length = 0;
    const { status, json } = await server.send("GET", `${PATH}/nodes?limit=5`, {
      headers: { authorization: "Bearer x", "x-remote-user": "mallory", accept: "application/json" },
    });
    expect([status, json?.kind]).toEqual([200, "NodeMetricsList"]);
    const [request] = server.asked;
    expect(request).toMatchObject({
      url: `https://metrics.default.svc:443${PATH}/nodes?limit=5`,
      address: { host: "10.0.0.9", port: 443 },
      tls: { cert: "CERT", key: "KEY", isUnverified: true },
      headers: { accept: "application/json", "x-remote-group": ["system:masters", "system:authenticated"] },
    });
    expect(request?.headers["x-remote-user"]).not.toBe("mallory");
    expect(request?.headers.authorization).toBeUndefined();
  });

  it("is merged into both forms of discovery, by its priority", async () => {
    const { send } = await start();
    const { json } = await send("GET", "/apis");
    const groups = json?.groups as { name: string }[];
    expect(groups.findIndex(({ name }) => name === "metrics.example.com")).toBe(1);
    expect((await send("GET", "/apis/metrics.example.com")).json).toMatchObject({
      preferredVersion: { groupVersion: "metrics.example.com/v1beta1" },
    });
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const aggregated = await send("GET", "/apis", { headers: { accept } });
    const items = aggregated.json?.items as { metadata: JsonObject; versions: JsonObject[] }[];
    expect(items.find(({ metadata }) => metadata.name === "metrics.example.com")?.versions).toMatchObject([
      {
        version: "v1beta1",
        freshness: "Current",
        resources: [
          {
            resource: "nodes",
            scope: "Cluster",
            responseKind: { group: "metrics.example.com", version: "v1beta1", kind: "NodeMetrics" },
            subresources: [{ subresource: "status" }],
          },
        ],
      },
    ]);
  });

  it("is merged into OpenAPI", async () => {
    const { send } = await start();
    const index = await send("GET", "/openapi/v3");
    expect(JSON.parse(index.text).paths["apis/metrics.example.com/v1beta1"]).toEqual({
      serverRelativeURL: `/openapi/v3${PATH}?hash=1`,
    });
    expect((await send("GET", `/openapi/v3${PATH}?hash=1`)).json).toEqual({ openapi: "3.0.0" });
    const { paths, definitions } = JSON.parse((await send("GET", "/openapi/v2")).text);
    expect([paths[`${PATH}/nodes`], paths["/apis/other/"]]).toEqual([{ get: {} }, undefined]);
    expect(definitions["com.example.NodeMetrics"]).toEqual({ type: "object" });
  });

  it("leaves nothing behind", async () => {
    const { send } = await start();
    await send("DELETE", `${SERVICES}/v1beta1.metrics.example.com`);
    expect((await send("GET", `${PATH}/nodes`)).status).toBe(404);
    expect((await send("GET", "/apis/metrics.example.com")).status).toBe(404);
  });
});

describe("an APIService without a service", () => {
  it("is local, and always available", async () => {
    const server = await startTestServer();
    const { service: _, insecureSkipTLSVerify: __, ...spec } = API_SERVICE.spec;
    await server.send("POST", SERVICES, { body: { ...API_SERVICE, spec } });
    await settle(server);
    expect(await readCondition(server)).toMatchObject({ status: "True", reason: "Local" });
  });
});
