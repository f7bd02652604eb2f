import type { JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import type { Attributes } from "./authorizer.ts";
import { createRequestConditions } from "./request-conditions.ts";
import { createWebhookAuthorizer, type WebhookAuthorizerOptions } from "./webhook-authorizer.ts";

const asked: Attributes = {
  user: { name: "jane", groups: ["staff"] },
  verb: "list",
  isResource: true,
  path: "",
  group: "apps",
  version: "v1",
  resource: "deployments",
  subresource: "",
  namespace: "ns",
  name: "",
  fieldSelector: [{ field: "metadata.name", operator: "=", value: "a" }],
};

function open(answer: () => JsonObject, more: Partial<WebhookAuthorizerOptions> = {}) {
  const clock = createManualClock(new Date(0));
  const reviews: JsonObject[] = [];
  const authorizer = createWebhookAuthorizer({
    name: "w",
    ask: async (review) => {
      reviews.push(review);
      return { status: answer() };
    },
    version: "v1",
    allowedMs: 60_000,
    refusedMs: 10_000,
    failurePolicy: "NoOpinion",
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    ...more,
  });
  return { clock, reviews, authorize: async (attributes = asked) => authorizer.authorize(attributes) };
}

function conditions(...expressions: string[]) {
  const { compile } = createRequestConditions();
  return expressions.map((expression) => {
    const { program, fault } = compile(expression);
    if (program === undefined) {
      throw new Error(fault.detail);
    }
    return { expression, program };
  });
}

describe("createWebhookAuthorizer()", () => {
  it("asks with a review that says everything", async () => {
    const { authorize, reviews } = open(() => ({ allowed: true, reason: "because" }));
    expect(await authorize()).toEqual({ decision: "allow", reason: "because" });
    expect(reviews[0]).toMatchObject({
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: {
        user: "jane",
        groups: ["staff"],
        resourceAttributes: {
          namespace: "ns",
          verb: "list",
          group: "apps",
          version: "v1",
          resource: "deployments",
          fieldSelector: { requirements: [{ key: "metadata.name", operator: "In", values: ["a"] }] },
        },
      },
    });
  });

  it.each([
    [{ allowed: false }, "no-opinion"],
    [{ allowed: false, denied: true }, "deny"],
    [{ allowed: true, denied: true }, "deny"],
    [{ allowed: "true" }, "no-opinion"],
    [{}, "no-opinion"],
  ])("takes %j as %s", async (status, decision) => {
    expect((await open(() => status as JsonObject).authorize()).decision).toBe(decision);
  });

  it("remembers a yes longer than a no", async () => {
    let isAllowed = false;
    const { authorize, reviews, clock } = open(() => ({ allowed: isAllowed }));
    await authorize();
    await authorize();
    expect(reviews).toHaveLength(1);
    isAllowed = true;
    clock.advance(11_000);
    await authorize();
    clock.advance(50_000);
    expect((await authorize()).decision).toBe("allow");
    expect(reviews).toHaveLength(2);
  });

  it.each([
    ["NoOpinion", "no-opinion"],
    ["Deny", "deny"],
  ] as const)("takes no answer by its policy %s", async (failurePolicy, decision) => {
    const ask = () => Promise.reject(new Error("unreachable"));
    const { authorize } = open(() => ({}), { ask, failurePolicy });
    expect(await authorize()).toEqual({ decision, reason: "", error: "unreachable" });
  });
});

describe("conditions of a webhook authorizer", () => {
  const path: Attributes = { ...asked, isResource: false, path: "/metrics", verb: "get" };
  it.each([
    ["request.user == 'jane' && 'staff' in request.groups && request.uid == '' && size(request.extra) == 0", asked],
    ["request.resourceAttributes.namespace == 'ns' && request.resourceAttributes.subresource == ''", asked],
    ["request.resourceAttributes.fieldSelector.requirements[0].values == ['a']", asked],
    ["!has(request.resourceAttributes.labelSelector) && !has(request.nonResourceAttributes)", asked],
    ["!has(request.resourceAttributes) && request.nonResourceAttributes.path == '/metrics'", path],
  ])("ask if %s", async (expression, attributes) => {
    const { authorize, reviews } = open(() => ({ allowed: true }), { conditions: conditions(expression) });
    expect((await authorize(attributes)).decision).toBe("allow");
    expect(reviews).toHaveLength(1);
  });

  it("keep it from being asked if one is false, whatever is wrong with the others", async () => {
    const { authorize, reviews } = open(() => ({ allowed: true }), {
      failurePolicy: "Deny",
      conditions: conditions("request.nonResourceAttributes.path == ''", "request.user != 'jane'"),
    });
    expect(await authorize()).toEqual({ decision: "no-opinion", reason: "" });
    expect(reviews).toEqual([]);
  });

  it.each([
    ["NoOpinion", "no-opinion"],
    ["Deny", "deny"],
  ] as const)("that cannot be evaluated follow the failure policy %s", async (failurePolicy, decision) => {
    const expression = "request.nonResourceAttributes.path == ''";
    const { authorize, reviews } = open(() => ({ allowed: true }), {
      failurePolicy,
      conditions: conditions(expression),
    });
    const error = `cel evaluation error: expression '${expression}' resulted in error: no such key: nonResourceAttributes`;
    expect(await authorize()).toEqual({ decision, reason: "", error });
    expect(reviews).toEqual([]);
  });
});
