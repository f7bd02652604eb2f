import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { createTestHooks } from "../../testing/hook-transport.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

const KINDS = "/apis/admissionregistration.k8s.io/v1";
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const RULE = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };

async function start() {
  const { transport } = createTestHooks({ "/no": () => ({ allowed: false, code: 418 }) });
  const server = await startTestServer({ webhooks: { transport } });
  const make = async (plural: string, body: JsonObject) => {
    const { status, text } = await server.send("POST", `${KINDS}/${plural}`, { body });
    expect(status, text).toBe(201);
  };
  const write = (name: string) => server.send("POST", CONFIG_MAPS, { body: { metadata: { name } } });
  const count = async (sample: string) => {
    const { text } = await server.send("GET", "/metrics");
    const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length));
  };
  return { make, write, count };
}

describe("the metrics of admission", () => {
  it("count the halves of admission and the plugins that had a say", async () => {
    const { write, count } = await start();
    const labels = (rejected: boolean) => `{type="validate",operation="CREATE",rejected="${rejected}"}`;
    const name = "apiserver_admission_step_admission_duration_seconds";
    const before = (await count(`${name}_count${labels(false)}`)) ?? 0;
    await write("a");
    expect(await count(`${name}_count${labels(false)}`)).toBe(before + 1);
    expect(await count(`${name}_summary_count${labels(false)}`)).toBe(before + 1);
    expect(await count(`${name}_summary_sum${labels(false)}`)).toBe(0);
    expect(await count(`${name}_count${labels(true)}`)).toBeUndefined();
  });

  it("count what policies decide, and how their conditions go", async () => {
    const { make, write, count } = await start();
    await make("validatingadmissionpolicies", {
      metadata: { name: "p" },
      spec: {
        matchConstraints: { resourceRules: [RULE] },
        matchConditions: [{ name: "m", expression: "object.metadata.name != 'other'" }],
        validations: [{ expression: "object.metadata.name != 'a'" }, { expression: "object.data.none == ''" }],
      },
    });
    const spec = { policyName: "p", validationActions: ["Warn", "Audit"] };
    await make("validatingadmissionpolicybindings", { metadata: { name: "b" }, spec });
    for (const name of ["a", "b", "other"]) {
      await write(name);
    }
    const labels = (action: string) =>
      `{policy="p",policy_binding="b",error_type="invalid_error",enforcement_action="${action}"}`;
    for (const action of ["warn", "audit"]) {
      expect(await count(`apiserver_validating_admission_policy_check_total${labels(action)}`)).toBe(3);
      expect(await count(`apiserver_validating_admission_policy_check_duration_seconds_count${labels(action)}`)).toBe(
        3,
      );
    }
    const owner = '{name="p",kind="policy",type="validate",operation="CREATE"}';
    expect(await count(`apiserver_admission_match_condition_evaluation_seconds_count${owner}`)).toBe(3);
    const plugin = '{name="ValidatingAdmissionPolicy",type="validate",operation="CREATE",rejected="false"}';
    expect(await count(`apiserver_admission_controller_admission_duration_seconds_count${plugin}`)).toBe(3);
  });

  it("count what mutating policies do, and what they cannot do", async () => {
    const { make, write, count } = await start();
    const mutate = (expression: string) => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
    await make("mutatingadmissionpolicies", {
      metadata: { name: "p" },
      spec: {
        matchConstraints: { resourceRules: [RULE] },
        failurePolicy: "Ignore",
        reinvocationPolicy: "Never",
        mutations: [mutate("Object{data: {'a': 'b'}}"), mutate("Object{data: {'c': object.data.none}}")],
      },
    });
    await make("mutatingadmissionpolicybindings", { metadata: { name: "b" }, spec: { policyName: "p" } });
    await write("a");
    const labels = (error: string) => `{policy="p",policy_binding="b",error_type="${error}"}`;
    expect(await count(`apiserver_mutating_admission_policy_check_total${labels("no_error")}`)).toBe(1);
    expect(await count(`apiserver_mutating_admission_policy_check_total${labels("invalid_error")}`)).toBe(1);
  });

  it("count what webhooks answer, and those that are not asked", async () => {
    const { make, write, count } = await start();
    const webhook = {
      name: "no.example.com",
      clientConfig: { url: "https://hook/no" },
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      rules: [RULE],
      matchConditions: [{ name: "m", expression: "object.metadata.name != 'other'" }],
    };
    await make("validatingwebhookconfigurations", { metadata: { name: "w" }, webhooks: [webhook] });
    await write("a");
    await write("other");
    const about = 'name="no.example.com",type="validating",operation="CREATE"';
    const owner = '{name="no.example.com",kind="webhook",type="validating",operation="CREATE"}';
    for (const sample of [
      `apiserver_admission_webhook_request_total{${about},code="418",rejected="true"}`,
      `apiserver_admission_webhook_rejection_count{${about},error_type="no_error",rejection_code="418"}`,
      `apiserver_admission_webhook_admission_duration_seconds_count{${about},rejected="true"}`,
      `apiserver_admission_match_condition_exclusions_total${owner}`,
    ]) {
      expect(await count(sample), sample).toBe(1);
    }
  });
});
