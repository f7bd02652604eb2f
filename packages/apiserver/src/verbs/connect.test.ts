import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { createTestHooks } from "../testing/hook-transport.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const CORE = "/api/v1/namespaces/default";
const MERGE_PATCH = { "content-type": "application/merge-patch+json" };

async function start(isAllowed: boolean) {
  const { transport, asked } = createTestHooks({
    "/h": () => (isAllowed ? { allowed: true } : { allowed: false, message: "stay out" }),
  });
  const server = await startTestServer({ webhooks: { transport } });
  const post = async (path: string, body: JsonObject) => {
    const { status, text } = await server.send("POST", path, { body });
    expect(status, text).toBe(201);
  };
  await post(`${CORE}/serviceaccounts`, { metadata: { name: "robot" } });
  const containers = ["a", "b"].map((name) => ({ name, image: "i" }));
  await post(`${CORE}/pods`, { metadata: { name: "p" }, spec: { serviceAccountName: "robot", containers } });
  await post(`${CORE}/services`, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
  await post("/api/v1/nodes", { metadata: { name: "n" } });
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["*/*"] };
  await post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "h" },
    webhooks: [
      {
        name: "h.example.com",
        clientConfig: { url: "https://hook/h" },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        rules: [rule],
      },
    ],
  });
  return { ...server, asked };
}

describe("connect()", () => {
  it.each<[string, string, JsonObject]>([
    [
      "POST",
      `${CORE}/pods/p/exec?command=ls&command=-l&stdin=true&tty=0&container=a`,
      { kind: "PodExecOptions", apiVersion: "v1", stdin: true, container: "a", command: ["ls", "-l"] },
    ],
    ["GET", `${CORE}/pods/p/attach?stdout=1`, { kind: "PodAttachOptions", apiVersion: "v1", stdout: true }],
    ["GET", `${CORE}/pods/p/portforward?ports=80`, { kind: "PodPortForwardOptions", apiVersion: "v1", ports: [80] }],
    ["PUT", `${CORE}/pods/p/proxy/a/b/?x=y`, { kind: "PodProxyOptions", apiVersion: "v1", path: "/a/b/" }],
    ["DELETE", `${CORE}/services/https:s:80/proxy`, { kind: "ServiceProxyOptions", apiVersion: "v1" }],
    ["GET", "/api/v1/nodes/n/proxy/stats", { kind: "NodeProxyOptions", apiVersion: "v1", path: "/stats" }],
  ])("asks admission about %s %s", async (method, path, object) => {
    const { send, asked } = await start(false);
    const { json } = await send(method, path);
    expect(json?.message).toBe('admission webhook "h.example.com" denied the request: stay out');
    const [{ request } = { request: undefined }] = asked;
    const { name, subresource } =
      /(?<name>[^/]+)\/(?<subresource>exec|attach|portforward|proxy)/.exec(path)?.groups ?? {};
    expect(request).toMatchObject({ operation: "CONNECT", name, subResource: subresource, object, options: null });
    expect(request?.object).toEqual(object);
  });

  it.each([
    ["exec?container=a", 400, "pod p does not have a host assigned"],
    ["exec", 400, "a container name must be specified for pod p, choose one of: [a b]"],
    ["attach?container=c", 400, "container c is not valid for pod p"],
    ["portforward", 400, "pod p does not have a host assigned"],
    ["portforward?ports=80,x", 400, 'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax'],
    [
      "portforward?ports=70000",
      400,
      'cannot convert to []int32: strconv.ParseUint: parsing "70000": value out of range',
    ],
    ["proxy", 400, "address not allowed"],
  ])("says why %s of a Pod leads nowhere", async (subresource, code, message) => {
    const { send } = await start(true);
    expect((await send("GET", `${CORE}/pods/p/${subresource}`)).json).toMatchObject({ code, message });
  });

  it("says which part of the way is missing", async () => {
    const { send } = await start(true);
    const target = { kind: "Node", name: "n" };
    await send("POST", `${CORE}/pods/p/binding`, { body: { metadata: { name: "p" }, target } });
    const none = { code: 500, message: "no preferred addresses found; known addresses: []" };
    expect((await send("POST", `${CORE}/pods/p/exec?container=a`)).json).toMatchObject(none);
    expect((await send("GET", `${CORE}/pods/none/exec`)).json).toMatchObject({ code: 404 });
    expect((await send("GET", `${CORE}/services/s/proxy`)).json).toMatchObject({
      code: 404,
      message: 'endpoints "s" not found',
    });
    expect((await send("GET", `${CORE}/services/s:81/proxy`)).json).toMatchObject({
      code: 503,
      message: 'no service port 81 found for service "s"',
    });
    expect((await send("PATCH", "/api/v1/nodes/n/proxy", { body: {}, headers: MERGE_PATCH })).json).toMatchObject({
      code: 500,
      message: "no preferred addresses found; known addresses: []",
    });
  });
});
