import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";

const KINDS = "/apis/admissionregistration.k8s.io/v1";
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

const RULE = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] };

interface Given {
  readonly policy: JsonObject;
  readonly binding?: JsonObject;
}

async function start({ policy, binding = {} }: Given) {
  const server = await startTestServer();
  const create = async (plural: string, spec: JsonObject) => {
    const { status, text } = await server.send("POST", `${KINDS}/${plural}`, {
      body: { metadata: { name: "p" }, spec },
    });
    expect(status, text).toBe(201);
  };
  await create("validatingadmissionpolicies", { matchConstraints: { resourceRules: [RULE] }, ...policy });
  await create("validatingadmissionpolicybindings", { policyName: "p", validationActions: ["Deny"], ...binding });
  const write = (data: JsonObject, name = "c", labels: JsonObject = {}) =>
    server.send("POST", CONFIG_MAPS, { body: { metadata: { name, labels }, data } });
  return { ...server, write };
}

const denied = (message: string) =>
  `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: ${message}`;

describe("ValidatingAdmissionPolicy", () => {
  it.each<[string, JsonObject, JsonObject, number, string]>([
    ["lets pass what holds", { validations: [{ expression: "object.data.a == '1'" }] }, { a: "1" }, 201, ""],
    [
      "names the expression",
      { validations: [{ expression: "object.data.a == '1'" }] },
      { a: "2" },
      422,
      denied("failed expression: object.data.a == '1'"),
    ],
    [
      "has words of its own",
      { validations: [{ expression: "false", message: " no ", reason: "Forbidden" }] },
      {},
      403,
      denied("no"),
    ],
    [
      "makes words up",
      { validations: [{ expression: "false", messageExpression: "'a is ' + object.data.a" }] },
      { a: "2" },
      422,
      denied("a is 2"),
    ],
    [
      "uses variables",
      {
        variables: [
          { name: "n", expression: "int(object.data.a)" },
          { name: "m", expression: "variables.n * 2" },
        ],
        validations: [{ expression: "variables.m < 5" }],
      },
      { a: "3" },
      422,
      denied("failed expression: variables.m < 5"),
    ],
    [
      "tells of a variable that fails",
      {
        variables: [{ name: "n", expression: "int(object.data.a)" }],
        validations: [{ expression: "variables.n < 5" }],
      },
      { a: "x" },
      422,
      denied(
        "expression 'variables.n < 5' resulted in error: composited variable \"n\" fails to evaluate: type conversion error from 'string' to 'int'",
      ),
    ],
    [
      "fails closed",
      { validations: [{ expression: "object.data.b == '1'" }] },
      { a: "1" },
      422,
      denied("expression 'object.data.b == '1'' resulted in error: no such key: b"),
    ],
    [
      "fails open if told to",
      { failurePolicy: "Ignore", validations: [{ expression: "object.data.b == '1'" }] },
      { a: "1" },
      201,
      "",
    ],
    [
      "is not asked under a condition that does not hold",
      {
        matchConditions: [{ name: "c", expression: "object.metadata.name != 'c'" }],
        validations: [{ expression: "false" }],
      },
      {},
      201,
      "",
    ],
    [
      "sees the namespace",
      { validations: [{ expression: "namespaceObject.metadata.name != 'default'" }] },
      {},
      422,
      denied("failed expression: namespaceObject.metadata.name != 'default'"),
    ],
  ])("%s", async (_, policy, data, status, message) => {
    const { write } = await start({ policy });
    const answer = await write(data);
    expect(answer.status).toBe(status);
    expect(String(answer.json?.message ?? "")).toBe(message);
  });

  it("only warns, if the binding says so", async () => {
    const binding = { validationActions: ["Warn"] };
    const { write } = await start({ policy: { validations: [{ expression: "false", message: "hm" }] }, binding });
    const { status, headers } = await write({});
    expect(status).toBe(201);
    expect(headers.warning).toEqual([
      `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': hm"`,
    ]);
  });

  it.each<[string, JsonObject, JsonObject, number]>([
    [
      "all of a selection",
      { selector: { matchLabels: { param: "yes" } }, parameterNotFoundAction: "Deny" },
      { a: "3" },
      422,
    ],
    [
      "all of a selection, which agree",
      { selector: { matchLabels: { param: "yes" } }, parameterNotFoundAction: "Deny" },
      { a: "1" },
      201,
    ],
    ["one of a name", { name: "high", parameterNotFoundAction: "Deny" }, { a: "3" }, 201],
    ["none, which denies", { name: "none", parameterNotFoundAction: "Deny" }, { a: "1" }, 422],
    ["none, which allows", { name: "none", parameterNotFoundAction: "Allow" }, { a: "9" }, 201],
  ])("compares with parameters: %s", async (_, paramRef, data, status) => {
    const policy = {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConditions: [{ name: "c", expression: "object.metadata.name == 'c'" }],
      validations: [{ expression: "int(object.data.a) <= int(params.data.max)" }],
    };
    const { write, send } = await start({ policy, binding: { validationActions: ["Audit"] } });
    await write({ max: "2" }, "low", { param: "yes" });
    await write({ max: "5" }, "high", { param: "yes" });
    const body = { spec: { paramRef, validationActions: ["Deny"] } };
    const headers = { "content-type": "application/merge-patch+json" };
    await send("PATCH", `${KINDS}/validatingadmissionpolicybindings/p`, { body, headers });
    expect((await write(data)).status).toBe(status);
  });

  it("has no say once it is gone", async () => {
    const { write, send } = await start({ policy: { validations: [{ expression: "false" }] } });
    expect((await write({})).status).toBe(422);
    await send("DELETE", `${KINDS}/validatingadmissionpolicies/p`);
    expect((await write({})).status).toBe(201);
  });
});
