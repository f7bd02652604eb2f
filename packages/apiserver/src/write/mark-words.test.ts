import type { JsonObject } from "@kiln/api";
import { allFeatures } from "@kiln/kinds";
import type { Admit } from "@kiln/webhook";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget, widgetDefinition } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { createTestHooks, hookConfiguration } from "../testing/hook-transport.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const W = `${WIDGETS}/w`;
const KINDS = "/apis/admissionregistration.k8s.io/v1";
const MERGE = { "content-type": "application/merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };
const RULE = {
  apiGroups: ["example.com"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["widgets"],
} satisfies JsonObject;

const text = { type: "string" };
const fixed = { ...text, "x-kubernetes-mutability": "Immutable" };

function causesOf(json: JsonObject | undefined): readonly JsonObject[] {
  return ((json?.details as JsonObject | undefined)?.causes ?? []) as JsonObject[];
}

function patch({ send }: TestServer, spec: JsonObject) {
  return send("PATCH", W, { body: { spec }, headers: MERGE });
}

describe("an immutable field that admission changes", () => {
  const hook: Admit = ({ operation }) =>
    operation === "UPDATE"
      ? { allowed: true, patch: [{ op: "add", path: "/spec/fixed", value: "hooked" }] }
      : { allowed: true };

  it("is rejected with the name of the webhook", async () => {
    const { transport } = createTestHooks({ "/h": hook });
    const server = await startTestServer({ webhooks: { transport } });
    await defineWidgets(server, { fixed, other: fixed, n: text });
    await server.send("POST", `${KINDS}/mutatingwebhookconfigurations`, {
      body: hookConfiguration("h", { rules: [RULE] }),
    });
    await server.send("POST", WIDGETS, { body: widget("w", { spec: { fixed: "a", other: "b" } }) });
    const { status, json } = await patch(server, { n: "1", other: "c" });
    expect(status).toBe(422);
    const [first, second] = causesOf(json);
    expect(first?.message).toMatch(
      /; mutating webhook "h\.example\.com" of MutatingWebhookConfiguration "h" made this change, not the client$/,
    );
    expect(second?.message).not.toContain("webhook");
  });

  it("is rejected with the name of the policy", async () => {
    const server = await startTestServer();
    await defineWidgets(server, { fixed, n: text });
    await server.send("POST", WIDGETS, { body: widget("w", { spec: { fixed: "a" } }) });
    const mutations = [
      { patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{spec: Object.spec{fixed: 'p'}}" } },
    ];
    const spec = { matchConstraints: { resourceRules: [RULE] }, reinvocationPolicy: "Never", mutations };
    await server.send("POST", `${KINDS}/mutatingadmissionpolicies`, { body: { metadata: { name: "pol" }, spec } });
    await server.send("POST", `${KINDS}/mutatingadmissionpolicybindings`, {
      body: { metadata: { name: "pol" }, spec: { policyName: "pol" } },
    });
    const { json } = await patch(server, { n: "1" });
    expect(json?.message).toContain('MutatingAdmissionPolicy "pol" made this change, not the client');
  });
});

describe("the default of an immutable field", () => {
  const define = (preset: JsonObject) => widgetDefinition({ mode: { ...fixed, ...preset }, n: text });

  it("is named when a CRD update changes it, and when a write gets it", async () => {
    const { send } = await startTestServer();
    await send("POST", DEFINITIONS, { body: define({ default: "old" }) });
    await send("POST", WIDGETS, { body: widget("w", { spec: {} }) });
    const { json: crd } = await send("GET", `${DEFINITIONS}/widgets.example.com`);
    const body = { ...(crd as JsonObject), spec: define({ default: "new" }).spec as JsonObject };
    const changed = await send("PUT", `${DEFINITIONS}/widgets.example.com`, { body });
    expect(JSON.stringify(changed.headers.warning)).toContain('default \\\\\\"old\\\\\\" of');
    const { resourceVersion } = ((await send("GET", W)).json?.metadata ?? {}) as JsonObject;
    const { json } = await send("PUT", W, {
      body: widget("w", { metadata: { name: "w", resourceVersion: resourceVersion as string }, spec: { n: "1" } }),
    });
    expect(json?.message).toContain("it was set to its default; a request that leaves it out gets that");
  });

  it("brings no warning when it stays", async () => {
    const { send } = await startTestServer();
    await send("POST", DEFINITIONS, { body: define({ default: "old" }) });
    const headers = { "content-type": "application/merge-patch+json" };
    const body = { metadata: { labels: { a: "b" } } };
    const { headers: answered } = await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { body, headers });
    expect(answered.warning).toBeUndefined();
  });
});

describe("marks and a feature gate that is off", () => {
  const unions = {
    type: "object",
    properties: { a: text },
    "x-kubernetes-unions": [{ "fields-to-discriminateBy": { a: "A" } }],
  };

  it("bring a warning when they are new", async () => {
    const features = { ...allFeatures, FieldMutability: false, Unions: false };
    const { send } = await startTestServer({ features });
    const made = await send("POST", DEFINITIONS, { body: widgetDefinition({ fixed, unions }) });
    expect(JSON.stringify(made.headers.warning)).toMatch(
      /feature gate FieldMutability is off.*feature gate Unions is off/,
    );
    const again = await send("PATCH", `${DEFINITIONS}/widgets.example.com`, {
      body: { metadata: { labels: { a: "b" } } },
      headers: MERGE,
    });
    expect(again.headers.warning).toBeUndefined();
  });

  it("are silent with the gate on", async () => {
    const { send } = await startTestServer();
    const made = await send("POST", DEFINITIONS, { body: widgetDefinition({ fixed, unions }) });
    expect([made.status, made.headers.warning]).toEqual([201, undefined]);
  });
});

describe("a mark whose value is null", () => {
  it("is no mark", async () => {
    const server = await startTestServer();
    const mark = { "x-kubernetes-mutability": null, "x-kubernetes-key-mutability": null };
    await defineWidgets(server, { free: { ...text, ...mark } });
    await server.send("POST", WIDGETS, { body: widget("w", { spec: { free: "a" } }) });
    expect((await patch(server, { free: "b" })).status).toBe(200);
  });
});

describe("a conflict over a discriminator", () => {
  const source = {
    type: "object",
    properties: { kind: text, git: text, image: text },
    "x-kubernetes-unions": [{ discriminator: "kind", "fields-to-discriminateBy": { git: "Git", image: "Image" } }],
  };

  it("names the member that changes it", async () => {
    const server = await startTestServer();
    await defineWidgets(server, { source });
    const apply = (manager: string, given: JsonObject) =>
      server.send("PATCH", `${W}?fieldManager=${manager}`, {
        body: widget("w", { spec: { source: given } }),
        headers: APPLY,
      });
    await apply("a", { git: "g" });
    const { status, json } = await apply("b", { image: "i" });
    expect(status).toBe(409);
    expect(json?.message).toBe(
      'Apply failed with 1 conflict: conflict with "a": .spec.source.kind (set to "Image" by .spec.source.image, a member of the same union)',
    );
    const [cause] = causesOf(json);
    expect(cause?.field).toBe(".spec.source.kind");
    const explicit = await apply("b", { kind: "Image", image: "i" });
    expect(explicit.json?.message).toBe('Apply failed with 1 conflict: conflict with "a": .spec.source.kind');
  });
});

describe("an answer with many causes", () => {
  it("has a hundred, and says how many more there are", async () => {
    const server = await startTestServer();
    const values = { type: "object", additionalProperties: text, "x-kubernetes-key-mutability": "Immutable" };
    await defineWidgets(server, { values });
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, "v"]));
    await server.send("POST", WIDGETS, { body: widget("w", { spec: { values: many } }) });
    const { status, json, bytes } = await patch(server, { values: null });
    expect(status).toBe(422);
    expect(causesOf(json)).toHaveLength(100);
    expect(json?.message).toContain("and 2900 more errors]");
    expect(bytes.length).toBeLessThan(100_000);
  });
});
