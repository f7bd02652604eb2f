import { createAuditPolicy } from "@kiln/access";
import type { JsonObject } from "@kiln/api";
import type { Admit } from "@kiln/webhook";
import { describe, expect, it } from "vitest";
import { createTestHooks, hookConfiguration } from "../testing/hook-transport.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const KINDS = "/apis/admissionregistration.k8s.io/v1";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const RULE = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["serviceaccounts"] };

/** A server that audits writes of service accounts; `annotations` has the audit annotations of admission. */
async function start(level: string, handlers: Readonly<Record<string, Admit>> = {}) {
  const events: JsonObject[] = [];
  const policy = createAuditPolicy({
    omitStages: ["RequestReceived"],
    rules: [{ level, resources: [{ group: "", resources: ["serviceaccounts"] }] }],
  });
  const server = await startTestServer({
    audit: { policy, write: (event) => events.push(event) },
    webhooks: { transport: createTestHooks(handlers).transport },
  });
  const make = async (plural: string, body: JsonObject) => {
    const { status, text } = await server.send("POST", `${KINDS}/${plural}`, { body });
    expect(status, text).toBe(201);
  };
  const annotations = async () => {
    await server.send("POST", ACCOUNTS, { body: { metadata: { name: "a" } } });
    const noted = Object.entries(events.at(-1)?.annotations ?? {});
    return Object.fromEntries(noted.filter(([key]) => !key.startsWith("authorization.k8s.io/")));
  };
  const hook = (name: string, type: string, more: JsonObject = {}) =>
    make(`${type}webhookconfigurations`, hookConfiguration(name, { rules: [RULE], ...more }));
  return { make, annotations, hook };
}

describe("the audit log of admission", () => {
  it("has what webhooks note, and what mutating ones did", async () => {
    const patch = [{ op: "add", path: "/metadata/annotations", value: { a: "<b>" } }] as const;
    const { hook, annotations } = await start("Request", {
      "/m": () => ({ allowed: true, patch, auditAnnotations: { why: "because", "no/good/key": "x" } }),
      "/v": () => ({ allowed: true, auditAnnotations: { seen: "yes" } }),
    });
    await hook("m", "mutating");
    await hook("down", "mutating", { failurePolicy: "Ignore" });
    await hook("v", "validating");
    expect(await annotations()).toEqual({
      "m.example.com/why": "because",
      "v.example.com/seen": "yes",
      "mutation.webhook.admission.k8s.io/round_0_index_0":
        '{"configuration":"down","webhook":"down.example.com","mutated":false}',
      "failed-open.mutation.webhook.admission.k8s.io/round_0_index_0": "down.example.com",
      "mutation.webhook.admission.k8s.io/round_0_index_1":
        '{"configuration":"m","webhook":"m.example.com","mutated":true}',
      "patch.webhook.admission.k8s.io/round_0_index_1":
        '{"configuration":"m","webhook":"m.example.com",' +
        '"patch":[{"op":"add","path":"/metadata/annotations","value":{"a":"\\u003cb\\u003e"}}],"patchType":"JSONPatch"}',
    });
  });

  it("has no patches where bodies are not noted", async () => {
    const patch = [{ op: "add", path: "/metadata/labels", value: { a: "b" } }] as const;
    const { hook, annotations } = await start("Metadata", { "/m": () => ({ allowed: true, patch }) });
    await hook("m", "mutating");
    expect(Object.keys(await annotations())).toEqual(["mutation.webhook.admission.k8s.io/round_0_index_0"]);
  });

  it("has what policies note, each value once, and the first that fails an audited validation", async () => {
    const { make, annotations } = await start("Metadata");
    await make("validatingadmissionpolicies", {
      metadata: { name: "p.example.com" },
      spec: {
        matchConstraints: { resourceRules: [RULE] },
        validations: [{ expression: "object.metadata.name != 'a'", message: "not <a>" }, { expression: "false" }],
        auditAnnotations: [{ key: "who", valueExpression: "'it is ' + object.metadata.name" }],
      },
    });
    for (const name of ["one", "two"]) {
      const spec = { policyName: "p.example.com", validationActions: ["Audit"] };
      await make("validatingadmissionpolicybindings", { metadata: { name }, spec });
    }
    expect(await annotations()).toEqual({
      "p.example.com/who": "it is a",
      "validation.policy.admission.k8s.io/validation_failure":
        '[{"message":"not \\u003ca\\u003e","policy":"p.example.com","binding":"one","expressionIndex":0,"validationActions":["Audit"]}]',
    });
  });
});
