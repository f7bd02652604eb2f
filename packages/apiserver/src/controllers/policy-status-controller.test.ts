import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets } from "../testing/define-widgets.ts";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const DEPLOYMENTS = rule("apps", ["deployments"]);

function rule(group: string, resources: readonly string[]) {
  return { apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: [...resources] };
}

async function check(spec: JsonObject, resourceRules: JsonObject[] = [DEPLOYMENTS]): Promise<JsonObject> {
  const server = await startTestServer();
  await defineWidgets(server, {
    size: { type: "integer" },
    "x-y": { type: "string" },
    any: { "x-kubernetes-int-or-string": true },
  });
  const body = { metadata: { name: "p" }, spec: { matchConstraints: { resourceRules }, ...spec } };
  const { status, text } = await server.send("POST", POLICIES, { body });
  expect(status, text).toBe(201);
  return readChecked(server);
}

async function readChecked(server: TestServer): Promise<JsonObject> {
  await settle(server);
  return ((await server.send("GET", `${POLICIES}/p`)).json ?? {}) as JsonObject;
}

async function warningsOf(spec: JsonObject, rules?: JsonObject[]): Promise<unknown> {
  const { status } = await check(spec, rules);
  return ((status as JsonObject).typeChecking as JsonObject).expressionWarnings;
}

describe("validatingadmissionpolicy-status-controller", () => {
  it("says that there is nothing to complain of", async () => {
    const policy = await check({ validations: [{ expression: "object.spec.replicas > 1" }] });
    expect(policy.status).toEqual({ observedGeneration: 1, typeChecking: {} });
    const [owner] = (policy.metadata as JsonObject).managedFields as JsonObject[];
    expect(owner).toMatchObject({
      manager: "validatingadmissionpolicy-status",
      operation: "Apply",
      subresource: "status",
      fieldsV1: { "f:status": { "f:observedGeneration": {}, "f:typeChecking": {} } },
    });
  });

  it("names each kind that an expression does not fit", async () => {
    const spec = {
      validations: [{ expression: "object.nope == 1", messageExpression: "string(object.spec.replicas)" }],
    };
    const of = (kind: string) =>
      `${kind}: ERROR: <input>:1:7: undefined field 'nope'\n | object.nope == 1\n | ......^\n`;
    expect(await warningsOf(spec, [rule("", ["pods"]), DEPLOYMENTS])).toEqual([
      {
        fieldRef: "spec.validations[0].expression",
        warning: `${of("/v1, Kind=Pod")}\n${of("apps/v1, Kind=Deployment")}`,
      },
      {
        fieldRef: "spec.validations[0].messageExpression",
        warning:
          "/v1, Kind=Pod: ERROR: <input>:1:19: undefined field 'replicas'\n | string(object.spec.replicas)\n | ..................^\n",
      },
    ]);
  });

  it.each<[string, JsonObject[], string | undefined]>([
    [
      "object.metadata.labels['a'] == 1",
      [DEPLOYMENTS],
      "found no matching overload for '_==_' applied to '(string, int)'",
    ],
    ["object.metadata.creationTimestamp == 1", [DEPLOYMENTS], "applied to '(timestamp, int)'"],
    ["object.spec.strategy.rollingUpdate.maxSurge == 1", [DEPLOYMENTS], undefined],
    ["object.spec.template.spec.containers[0].resources.limits.cpu == 1", [DEPLOYMENTS], "undefined field 'limits'"],
    ["object.data.a == 1", [rule("", ["secrets"])], "applied to '(bytes, int)'"],
    ["object.spec.size == 'a'", [rule("example.com", ["widgets"])], "example.com/v1, Kind=Widget: ERROR"],
    ["object.spec.x__dash__y == 1", [rule("example.com", ["widgets"])], "applied to '(string, int)'"],
    ["object.spec.any == 1", [rule("example.com", ["widgets"])], undefined],
    ["object.metadata.labels.a == 1", [rule("example.com", ["widgets"])], "applied to '(string, int)'"],
    ["variables.replicas == 'a'", [DEPLOYMENTS], "applied to '(int, string)'"],
    ["variables.broken == 'a'", [DEPLOYMENTS], undefined],
    ["params.data.a == 1", [DEPLOYMENTS], "applied to '(string, int)'"],
    ["object.nope == 1", [rule("apps", ["*"])], undefined],
    ["object.nope == 1", [rule("*", ["deployments"])], undefined],
    ["object.nope == 1", [rule("apps", ["deployments/scale"])], undefined],
    ["object.nope == 1", [rule("apps", ["nothings"])], undefined],
  ])("%s of %j", async (expression, rules, warning) => {
    const variables = [
      { name: "replicas", expression: "object.spec.replicas" },
      { name: "broken", expression: "object.spec.nope" },
    ];
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    const found = await warningsOf({ paramKind, variables, validations: [{ expression }] }, rules);
    if (warning === undefined) {
      expect(found).toBeUndefined();
    } else {
      expect(found).toEqual([
        { fieldRef: "spec.validations[0].expression", warning: expect.stringContaining(warning) },
      ]);
    }
  });

  it("looks again when the policy changes, and not at all where it is switched off", async () => {
    const server = await startTestServer();
    const body = (expression: string) => ({
      metadata: { name: "p" },
      spec: { matchConstraints: { resourceRules: [DEPLOYMENTS] }, validations: [{ expression }] },
    });
    await server.send("POST", POLICIES, { body: body("object.nope == 1") });
    await settle(server);
    const headers = { "content-type": "application/merge-patch+json" };
    await server.send("PATCH", `${POLICIES}/p`, { body: body("true"), headers });
    // Kubernetes: a policy without warnings loses the whole typeChecking object
    // (validatingadmissionpolicystatus/controller.go reconcile, v1.36).
    expect((await readChecked(server)).status).toEqual({ observedGeneration: 2 });
    const without = await startTestServer({ disabledControllers: ["validatingadmissionpolicy-status-controller"] });
    await without.send("POST", POLICIES, { body: body("object.nope == 1") });
    expect((await readChecked(without)).status).toEqual({});
  });
});
