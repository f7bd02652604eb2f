import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";

const KINDS = "/apis/admissionregistration.k8s.io/v1";

const RULE = { apiGroups: ["g"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["things"] };
const WEBHOOK = {
  name: "w.example.com",
  clientConfig: { url: "https://h/x" },
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  rules: [RULE],
};
const POLICY = { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: "true" }] };
const MUTATION = { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/a'}]" } };
const MUTATING = {
  matchConstraints: { resourceRules: [RULE] },
  reinvocationPolicy: "Never",
  mutations: [MUTATION],
};

async function causesOf(plural: string, body: JsonObject): Promise<unknown> {
  const { send, close } = await startTestServer();
  const { json } = await send("POST", `${KINDS}/${plural}?dryRun=All`, { body: { metadata: { name: "c" }, ...body } });
  await close();
  if (json?.kind !== "Status") {
    return [];
  }
  const details = json.details as { causes?: { field: string; message: string }[] };
  return details.causes?.map(({ field, message }) => `${field}: ${message}`);
}

describe("a webhook configuration", () => {
  it("gets its defaults", async () => {
    const { send } = await startTestServer();
    const { json } = await send("POST", `${KINDS}/mutatingwebhookconfigurations`, {
      body: { metadata: { name: "c" }, webhooks: [WEBHOOK] },
    });
    expect(json?.webhooks).toEqual([
      {
        ...WEBHOOK,
        rules: [{ ...RULE, scope: "*" }],
        failurePolicy: "Fail",
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        timeoutSeconds: 10,
        reinvocationPolicy: "Never",
      },
    ]);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, []],
    [
      { timeoutSeconds: 31 },
      ["webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds"],
    ],
    [
      { sideEffects: "Some" },
      ['webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
    ],
    [{ clientConfig: {} }, ["webhooks[0].clientConfig: Required value: exactly one of url or service is required"]],
    [
      { rules: [{ ...RULE, resources: ["a/*", "a/b", "*/*"] }] },
      [
        `webhooks[0].rules[0].resources[1]: Invalid value: "a/b": if 'a/*' is present, must not specify a/b`,
        `webhooks[0].rules[0].resources: Invalid value: ["a/*","a/b","*/*"]: if '*/*' is present, must not specify other resources`,
      ],
    ],
    [
      { matchConditions: [{ name: "a", expression: "1" }] },
      ['webhooks[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int'],
    ],
  ])("with %j is judged", async (webhook, causes) => {
    const body = { webhooks: [{ ...WEBHOOK, ...webhook }] };
    expect(await causesOf("validatingwebhookconfigurations", body)).toEqual(causes);
  });

  it("may keep what was stored before it was wrong", async () => {
    const { send, store } = await startTestServer();
    const webhooks = [{ ...WEBHOOK, sideEffects: "Some" }];
    const stored = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "old", uid: "u" },
      webhooks,
    };
    const key = "/registry/admissionregistration.k8s.io/validatingwebhookconfigurations/old";
    await store.create(key, new TextEncoder().encode(JSON.stringify(stored)));
    const headers = { "content-type": "application/merge-patch+json" };
    const path = `${KINDS}/validatingwebhookconfigurations/old`;
    const labelled = await send("PATCH", path, { body: { metadata: { labels: { a: "b" } } }, headers });
    expect(labelled.status).toBe(200);
    const broken = await send("PATCH", path, { body: { webhooks: [{ ...WEBHOOK, sideEffects: "Odd" }] }, headers });
    expect(broken.status).toBe(422);
  });
});

describe("a policy", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["validatingadmissionpolicies", POLICY, []],
    ["mutatingadmissionpolicies", MUTATING, []],
    [
      "validatingadmissionpolicies",
      { ...POLICY, validations: [] },
      [
        "spec.validations: Required value: validations or auditAnnotations must contain at least one item",
        "spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
      ],
    ],
    [
      "validatingadmissionpolicies",
      {
        ...POLICY,
        variables: [
          { name: "x", expression: "1" },
          { name: "y", expression: "variables.x + 1" },
        ],
        validations: [{ expression: "variables.y" }],
      },
      ['spec.validations[0].expression: Invalid value: "variables.y": must evaluate to bool but got int'],
    ],
    [
      "mutatingadmissionpolicies",
      {
        ...MUTATING,
        mutations: [
          { patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{spec: Object.spec{a: 1}}" } },
        ],
      },
      [],
    ],
    [
      "mutatingadmissionpolicies",
      { ...MUTATING, matchConstraints: { resourceRules: [{ ...RULE, operations: ["DELETE"] }] } },
      [
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
  ])("of %s is judged: %j", async (plural, spec, causes) => {
    expect(await causesOf(plural, { spec })).toEqual(causes);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ["validatingadmissionpolicybindings", { policyName: "p", validationActions: ["Deny"] }, []],
    ["mutatingadmissionpolicybindings", { policyName: "p" }, []],
    [
      "validatingadmissionpolicybindings",
      { policyName: "p", validationActions: ["Deny"], paramRef: { name: "a", selector: {} } },
      [
        "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
        "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
        "spec.paramRef.parameterNotFoundAction: Required value",
      ],
    ],
  ])("of %s is bound: %j", async (plural, spec, causes) => {
    expect(await causesOf(plural, { spec })).toEqual(causes);
  });
});
