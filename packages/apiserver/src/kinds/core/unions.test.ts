import type { JsonObject } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const TEMPLATES = "/api/v1/namespaces/default/podtemplates";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const MERGE = { "content-type": "application/merge-patch+json" };
const STRATEGIC = { "content-type": "application/strategic-merge-patch+json" };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.close());

function template(spec: JsonObject): JsonObject {
  return {
    metadata: { labels: { app: "a" } },
    spec: { containers: [{ name: "c", image: "example.com/c:1" }], ...spec },
  };
}

function deployment(spec: JsonObject, pod: JsonObject = {}): JsonObject {
  return {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { app: "a" } }, template: template(pod), ...spec },
  };
}

/** Value at the path `keys`. */
function at(json: JsonObject | undefined, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], json);
}

describe("unions of built-in types", () => {
  it("let a volume change where it comes from", async () => {
    const volumes = [{ name: "v", emptyDir: {} }];
    await server.send("POST", DEPLOYMENTS, { body: deployment({}, { volumes }) });
    const patch = { spec: { template: { spec: { volumes: [{ name: "v", configMap: { name: "c" } }] } } } };
    const { status, json } = await server.send("PATCH", `${DEPLOYMENTS}/d`, { body: patch, headers: STRATEGIC });
    expect(status).toBe(200);
    expect(at(json, "spec", "template", "spec", "volumes")).toEqual([
      { name: "v", configMap: { name: "c", defaultMode: 420 } },
    ]);
  });

  it.each(["seccompProfile", "appArmorProfile"])("keep the file of a %s, and let its type change", async (profile) => {
    const local = { type: "Localhost", localhostProfile: "profiles/a" };
    const made = await server.send("POST", DEPLOYMENTS, {
      body: deployment({}, { securityContext: { [profile]: local } }),
    });
    const place = ["spec", "template", "spec", "securityContext", profile] as const;
    expect([made.status, at(made.json, ...place)]).toEqual([201, local]);
    const type = "RuntimeDefault";
    const body = { spec: { template: { spec: { securityContext: { [profile]: { type } } } } } };
    const { json } = await server.send("PATCH", `${DEPLOYMENTS}/d`, { body, headers: MERGE });
    expect(at(json, ...place)).toEqual({ type });
  });

  it("keep how requests of a priority level wait, and let that change", async () => {
    const levels = "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations";
    const queuing = { queues: 8, handSize: 2, queueLengthLimit: 5 };
    const limited = { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: "Queue", queuing } };
    const body = { metadata: { name: "l" }, spec: { type: "Limited", limited } };
    const made = await server.send("POST", levels, { body });
    expect([made.status, at(made.json, "spec", "limited")]).toEqual([201, limited]);
    const patch = { spec: { limited: { limitResponse: { type: "Reject" } } } };
    const { json } = await server.send("PATCH", `${levels}/l`, { body: patch, headers: MERGE });
    expect(at(json, "spec", "limited", "limitResponse")).toEqual({ type: "Reject" });
  });

  it("let a strategy change its type", async () => {
    await server.send("POST", DEPLOYMENTS, { body: deployment({}) });
    const body = { spec: { strategy: { type: "Recreate" } } };
    const { json } = await server.send("PATCH", `${DEPLOYMENTS}/d`, { body, headers: MERGE });
    expect(at(json, "spec", "strategy")).toEqual({ type: "Recreate" });
  });

  it("let a variable change how it gets its value", async () => {
    const env = (more: JsonObject) => [{ name: "A", ...more }];
    const containers = (more: JsonObject) => [{ name: "c", image: "example.com/c:1", env: env(more) }];
    await server.send("POST", DEPLOYMENTS, { body: deployment({}, { containers: containers({ value: "x" }) }) });
    const valueFrom = { fieldRef: { fieldPath: "metadata.name" } };
    const body = { spec: { template: { spec: { containers: containers({ valueFrom }) } } } };
    const { json } = await server.send("PATCH", `${DEPLOYMENTS}/d`, { body, headers: STRATEGIC });
    expect(at(json, "spec", "template", "spec", "containers", 0, "env", 0)).toEqual({
      name: "A",
      valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } },
    });
  });

  it("leave what is alone as it is", async () => {
    const body = { metadata: { name: "p" }, template: template({ volumes: [{ name: "v" }] }) };
    const { json } = await server.send("POST", TEMPLATES, { body });
    expect(at(json, "template", "spec", "volumes")).toEqual([{ name: "v", emptyDir: {} }]);
  });
});
