import type { Attributes, Verdict } from "@kiln/access";
import { authorizerType, createEnvironment, resourceCheckType, UndecidedCheck } from "@kiln/cel";
import { describe, expect, it } from "vitest";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import { createPolicyAuthorizer } from "./policy-authorizer.ts";

const variables = { authorizer: authorizerType, "authorizer.requestResource": resourceCheckType };
const environment = createEnvironment({ variables });

function attributesWith(authorize: (attributes: Attributes) => Verdict | Promise<Verdict>): AdmissionAttributes {
  return {
    services: { authorizer: { authorize } },
    requester: { user: { name: "alice", groups: ["dev"] } },
    resource: { group: "apps", names: { plural: "deployments" } },
    subresource: "",
    namespace: "shop",
    name: "web",
  } as unknown as AdmissionAttributes;
}

describe("createPolicyAuthorizer()", () => {
  it("asks for the user of the expression, each check once", () => {
    const asked: Attributes[] = [];
    const { bindings, waiting } = createPolicyAuthorizer(
      attributesWith((attributes) => {
        asked.push(attributes);
        return { decision: attributes.user.name === "alice" ? "allow" : "no-opinion", reason: "" };
      }),
    );
    const mine = "authorizer.requestResource.check('delete').allowed()";
    const theirs = "authorizer.serviceAccount('shop', 'robot').group('').resource('pods').check('list').allowed()";
    const { program } = environment.compile(`${mine} && !${theirs} && ${mine}`);
    expect(program?.evaluate(bindings).value).toBe(true);
    expect(waiting()).toBeUndefined();
    expect(asked).toMatchObject([
      {
        user: { name: "alice" },
        verb: "delete",
        group: "apps",
        resource: "deployments",
        namespace: "shop",
        name: "web",
      },
      { user: { name: "system:serviceaccount:shop:robot" }, verb: "list", resource: "pods", version: "*" },
    ]);
  });

  it("says what to wait for where the answer takes time", async () => {
    const verdict: Verdict = { decision: "allow", reason: "" };
    const { bindings, waiting } = createPolicyAuthorizer(attributesWith(() => Promise.resolve(verdict)));
    const { program } = environment.compile("authorizer.path('/metrics').check('get').allowed()");
    expect(program?.evaluate(bindings).value).toBeInstanceOf(UndecidedCheck);
    await waiting();
    expect(program?.evaluate(bindings).value).toBe(true);
    expect(waiting()).toBeUndefined();
  });
});
