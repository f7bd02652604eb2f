import { encodeUtf8 } from "@kiln/api";
import { beforeAll, describe, expect, it } from "vitest";
import { printContinueToken } from "../list/continue-token.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const PODS = "/api/v1/namespaces/default/pods";
const repeat = (count: number, print: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => print(i)).join(",");
const configMap = (more: string) => `{"apiVersion":"v1","kind":"ConfigMap"${more}}`;
const pod = (spec: string) => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{${spec}}}`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.send("POST", CONFIG_MAPS, { body: configMap(',"metadata":{"name":"there"}') });
});

/** Bodies of at most 3 MiB whose lists have more items than a function call may have arguments. */
const BODIES: readonly (readonly [string, string, string])[] = [
  [
    "unknown fields",
    `POST ${CONFIG_MAPS}?fieldValidation=Strict`,
    configMap(`,${repeat(200_000, (i) => `"u${i}":0`)}`),
  ],
  [
    "doubled fields",
    `POST ${CONFIG_MAPS}?fieldValidation=Strict`,
    configMap(`,"data":{${repeat(150_000, (i) => `"k${i % 75_000}":""`)}}`),
  ],
  [
    "bad labels",
    `POST ${CONFIG_MAPS}`,
    configMap(`,"metadata":{"name":"a","labels":{${repeat(100_000, (i) => `"-${i}":"-"`)}}}`),
  ],
  [
    "bad annotations",
    `POST ${CONFIG_MAPS}`,
    configMap(`,"metadata":{"name":"a","annotations":{${repeat(120_000, (i) => `"-${i}":"-"`)}}}`),
  ],
  [
    "bad finalizers",
    `POST ${CONFIG_MAPS}`,
    configMap(`,"metadata":{"name":"a","finalizers":[${repeat(200_000, () => '"-"')}]}`),
  ],
  [
    "bad owners",
    `POST ${CONFIG_MAPS}`,
    configMap(`,"metadata":{"name":"a","ownerReferences":[${repeat(150_000, () => "{}")}]}`),
  ],
  [
    "bad keys",
    `POST ${CONFIG_MAPS}`,
    configMap(`,"metadata":{"name":"a"},"data":{${repeat(120_000, (i) => `"/${i}":""`)}}`),
  ],
  ["tolerations", `POST ${PODS}`, pod(`"containers":[],"tolerations":[${repeat(200_000, () => "{}")}]`)],
  ["volumes", `POST ${PODS}`, pod(`"containers":[],"volumes":[${repeat(200_000, () => "{}")}]`)],
  ["containers", `POST ${PODS}`, pod(`"containers":[${repeat(120_000, () => "{}")}]`)],
  ["list items of a wrong type", `POST ${PODS}`, pod(`"containers":[${repeat(200_000, () => "0")}]`)],
  [
    "Service ports",
    "POST /api/v1/namespaces/default/services",
    `{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[${repeat(150_000, () => '{"port":0}')}]}}`,
  ],
  [
    "unknown fields in a merge patch",
    `PATCH ${CONFIG_MAPS}/there?fieldValidation=Strict`,
    `{${repeat(200_000, (i) => `"u${i}":0`)}}`,
  ],
];

describe("lists longer than the arguments of a call", () => {
  it.each(BODIES)("are answered with a client error: %s", async (_name, line, body) => {
    const [method = "", target = ""] = line.split(" ");
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    expect(encodeUtf8(body).byteLength).toBeLessThan(3 * 1024 * 1024);
    const { status, json } = await server.send(method, target, { body, headers: { "content-type": type } });
    // Kubernetes: an object that is too large for the store gets 500 (handlers/responsewriters/status.go
    // ErrorToAPIStatus, v1.36).
    const isTooLarge = status === 500 && json?.message === "etcdserver: request is too large";
    expect(isTooLarge ? "too large" : `${status}`).toMatch(/^(?:too large|4\d\d)$/);
  });

  it("are answered with a client error: a continue token with a long key", async () => {
    const token = printContinueToken({ revision: 1, start: "k".repeat(400_000) });
    const { status } = await server.send("GET", `${CONFIG_MAPS}?limit=1&continue=${token}`);
    expect([200, 400, 410]).toContain(status);
  });
});
