import type { Authorizer } from "@kiln/access";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../../testing/define-widgets.ts";
import { createTestHooks } from "../../testing/hook-transport.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

/** Authorizer that allows every verb except `sing`, asynchronously. */
const later: Authorizer = {
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], isIncomplete: true, errors: [] }),
  authorize: ({ verb }) => Promise.resolve({ decision: verb === "sing" ? "no-opinion" : "allow", reason: "" }),
};

const RULE = { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] };

const mayI = (verb: string) => ({
  name: verb,
  expression: `authorizer.group('').resource('pods').check('${verb}').allowed()`,
});

describe("meetsConditions()", () => {
  it.each(["mutating", "validating"])("of %s webhooks waits for an authorizer that asks outside", async (type) => {
    const { transport, asked } = createTestHooks({ "/h": () => ({ allowed: true }) });
    const server = await startTestServer({ webhooks: { transport }, authorization: [later] });
    await defineWidgets(server, {});
    const hook = (name: string, matchConditions: ReturnType<typeof mayI>[]) => ({
      name: `${name}.example.com`,
      clientConfig: { url: `https://hook/${name}` },
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      rules: [RULE],
      matchConditions,
    });
    const webhooks = [hook("h", [mayI("dance")]), hook("i", [mayI("dance"), mayI("sing")])];
    const path = `/apis/admissionregistration.k8s.io/v1/${type}webhookconfigurations`;
    expect((await server.send("POST", path, { body: { metadata: { name: "w" }, webhooks } })).status).toBe(201);
    const headers = { "impersonate-user": "joe" };
    expect((await server.send("POST", WIDGETS, { body: widget("w"), headers })).status).toBe(201);
    expect(asked.map(({ path: at }) => at)).toEqual(["/h"]);
  });
});
