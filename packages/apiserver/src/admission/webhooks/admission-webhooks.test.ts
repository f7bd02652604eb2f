import type { JsonObject, JsonValue } from "@kiln/api";
import type { Admit } from "@kiln/webhook";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../../testing/define-widgets.ts";
import { DEFINITIONS, definition, specSchema, version } from "../../testing/definitions.ts";
import { createTestHooks, hookConfiguration } from "../../testing/hook-transport.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1";
const MERGE_PATCH = { "content-type": "application/merge-patch+json" };

const ALLOW: Admit = () => ({ allowed: true });
const DENY: Admit = () => ({ allowed: false, message: "no" });

const add =
  (path: string, value: JsonValue): Admit =>
  () => ({ allowed: true, patch: [{ op: "add", path, value }] });

const RULE = {
  apiGroups: ["example.com"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["widgets"],
} satisfies JsonObject;

interface Hook {
  readonly type?: "mutating" | "validating";
  readonly webhook?: JsonObject;
}

const SPEC = {
  a: { type: "string" },
  mode: { type: "string", default: "auto" },
  fixed: { type: "string", "x-kubernetes-mutability": "Immutable" },
} satisfies JsonObject;

async function start(handlers: Readonly<Record<string, Admit>>, hooks: Readonly<Record<string, Hook>>) {
  const { transport, asked } = createTestHooks(handlers);
  const server = await startTestServer({ webhooks: { transport } });
  await defineWidgets(server, SPEC, { subresources: { status: {} } });
  for (const [name, hook] of Object.entries(hooks)) {
    await configure(server, name, hook);
  }
  return { ...server, asked, paths: () => asked.map(({ path }) => path) };
}

async function configure(server: TestServer, name: string, { type = "mutating", webhook = {} }: Hook): Promise<void> {
  const body = hookConfiguration(name, { rules: [RULE], ...webhook });
  const answer = await server.send("POST", `${CONFIGURATIONS}/${type}webhookconfigurations`, { body });
  if (answer.status !== 201) {
    throw new Error(answer.text);
  }
}

const failing = (name: string) =>
  `Internal error occurred: failed calling webhook "${name}.example.com": failed to call webhook: ` +
  `Post "https://hook/${name}?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused`;

describe("MutatingAdmissionWebhook", () => {
  it("changes the object; its additions are pruned, defaulted and owned by no field manager", async () => {
    const patch: Admit = () => ({
      allowed: true,
      patch: [
        { op: "add", path: "/spec/unknown", value: 1 },
        { op: "remove", path: "/spec/mode" },
        { op: "add", path: "/spec/a", value: "hooked" },
      ],
    });
    const { send } = await start({ "/h": patch }, { h: {} });
    const { json } = await send("POST", WIDGETS, { body: widget("w", { spec: { mode: "own" } }) });
    expect(json?.spec).toEqual({ a: "hooked", mode: "auto" });
    expect(json).toHaveProperty(["metadata", "managedFields", 0, "fieldsV1", "f:spec"], { ".": {}, "f:mode": {} });
  });

  it("shows what is sent, not what only the server sets", async () => {
    const { send, asked } = await start({ "/h": ALLOW }, { h: {} });
    await send("POST", `${WIDGETS}?fieldManager=me`, { body: widget("w", { spec: {} }) });
    const [{ request, url } = {}] = asked;
    expect(url).toBe("https://hook/h?timeout=10s");
    expect(request).toMatchObject({
      kind: { group: "example.com", version: "v1", kind: "Widget" },
      resource: { group: "example.com", version: "v1", resource: "widgets" },
      requestKind: { kind: "Widget" },
      requestResource: { resource: "widgets" },
      name: "w",
      namespace: "default",
      operation: "CREATE",
      userInfo: { username: "test-admin" },
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
    });
    expect(request?.object).not.toHaveProperty("metadata.uid");
    expect(request?.object?.spec).toEqual({ mode: "auto" });
  });

  it("asks by the names of configurations, each with what those before it made", async () => {
    const append: Admit = ({ object }) => {
      const { a = "" } = (object?.spec ?? {}) as { a?: string };
      return { allowed: true, patch: [{ op: "add", path: "/spec/a", value: `${a}x` }] };
    };
    const { send, paths } = await start({ "/b": append, "/a": append, "/c": ALLOW }, { b: {}, c: {}, a: {} });
    const { json } = await send("POST", WIDGETS, { body: widget("w", { spec: {} }) });
    expect(json).toHaveProperty("spec.a", "xx");
    expect(paths()).toEqual(["/a", "/b", "/c"]);
  });

  it("asks one again that wants to be, once a later one changed the object", async () => {
    const again = { webhook: { reinvocationPolicy: "IfNeeded" } };
    const handlers = { "/a": ALLOW, "/b": add("/spec/a", "b"), "/c": ALLOW };
    const { send, paths } = await start(handlers, { a: again, b: {}, c: again });
    await send("POST", WIDGETS, { body: widget("w", { spec: {} }) });
    expect(paths()).toEqual(["/a", "/b", "/c", "/a"]);
  });

  it("judges what it made: fields that may not change, and all rules", async () => {
    const { send } = await start(
      { "/h": add("/spec/fixed", "hooked") },
      { h: { webhook: { rules: [{ ...RULE, operations: ["UPDATE"] }] } } },
    );
    await send("POST", WIDGETS, { body: widget("w", { spec: { fixed: "mine" } }) });
    const { status, json } = await send("PATCH", `${WIDGETS}/w`, { body: { spec: { a: "x" } }, headers: MERGE_PATCH });
    expect(status).toBe(422);
    expect(String(json?.message)).toContain("spec.fixed");
  });

  it.each([
    [
      "a patch that does not apply",
      [{ op: "remove", path: "/spec/none" }],
      500,
      "Unable to remove nonexistent key: none",
    ],
    [
      "a patch to another namespace",
      [{ op: "replace", path: "/metadata/namespace", value: "x" }],
      400,
      "does not match",
    ],
    ["a patch that is none", [{ op: "odd", path: "/spec" }], 500, "Unexpected kind: odd"],
  ])("refuses %s", async (_, patch, status, message) => {
    const { send } = await start({ "/h": () => ({ allowed: true, patch: patch as never }) }, { h: {} });
    const answer = await send("POST", WIDGETS, { body: widget("w", { spec: {} }) });
    expect(answer.status).toBe(status);
    expect(String(answer.json?.message)).toContain(message);
  });

  it("does not take away who owns what by making it unreadable", async () => {
    const { send } = await start({ "/h": add("/metadata/managedFields", [{ operation: "Odd" }]) }, { h: {} });
    const { json, headers } = await send("POST", WIDGETS, { body: widget("w", { spec: { a: "x" } }) });
    expect(json).toHaveProperty(["metadata", "managedFields", 0, "fieldsV1", "f:spec", "f:a"]);
    expect(String(headers.warning)).toContain("managedFields was in an invalid state after admission");
  });

  it("cannot change what is deleted", async () => {
    const rules = [{ ...RULE, operations: ["DELETE"] }];
    const { send } = await start({ "/h": add("/spec/a", "x") }, { h: { webhook: { rules } } });
    await send("POST", WIDGETS, { body: widget("w") });
    expect((await send("DELETE", `${WIDGETS}/w`)).json).toMatchObject({
      code: 500,
      message:
        'Internal error occurred: admission webhook "h.example.com" attempted to modify the object, which is not ' +
        "supported for this operation",
    });
  });
});

describe("ValidatingAdmissionWebhook", () => {
  it.each([
    ["CREATE", "POST", ""],
    ["UPDATE", "PATCH", "/w"],
    ["DELETE", "DELETE", "/w"],
    ["DELETE", "DELETE", ""],
  ])("refuses a %s by %s %j", async (operation, method, path) => {
    const { send, asked, ...server } = await start({ "/h": DENY }, {});
    await send("POST", WIDGETS, { body: widget("w", { metadata: { name: "w", labels: { a: "b" } } }) });
    const webhook = { rules: [{ ...RULE, operations: [operation] }] };
    await configure({ ...server, send }, "h", { type: "validating", webhook });
    const headers = method === "PATCH" ? MERGE_PATCH : {};
    const body = method === "POST" ? widget("v") : method === "PATCH" ? { spec: { a: "x" } } : undefined;
    const answer = await send(method, WIDGETS + path, { headers, ...(body === undefined ? {} : { body }) });
    expect(answer.json).toMatchObject({
      code: 400,
      message: 'admission webhook "h.example.com" denied the request: no',
    });
    expect(asked[0]?.request.operation).toBe(operation);
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(200);
  });

  it("sees exactly what is going to be stored", async () => {
    const { send, asked } = await start({ "/h": ALLOW }, { h: { type: "validating" } });
    const { json } = await send("POST", WIDGETS, { body: widget("w", { spec: {} }) });
    const { resourceVersion: _, ...metadata } = (json?.metadata ?? {}) as JsonObject;
    expect(asked[0]?.request.object).toEqual({ ...json, metadata });
  });

  it("passes warnings on, in the order of the webhooks, whatever the answer", async () => {
    const warning =
      (text: string): Admit =>
      () => ({ allowed: text !== "b", warnings: [text] });
    const handlers = { "/a": warning("a"), "/b": warning("b"), "/c": warning("c") };
    const type = "validating";
    const { send } = await start(handlers, { c: { type }, a: { type }, b: { type } });
    const { status, headers } = await send("POST", WIDGETS, { body: widget("w") });
    expect(status).toBe(400);
    expect(headers.warning).toEqual(['299 - "a"', '299 - "b"', '299 - "c"']);
  });
});

describe("an admission webhook", () => {
  it.each(["mutating", "validating"] as const)("that is %s and down, fails the request", async (type) => {
    const { send } = await start({}, { h: { type } });
    expect((await send("POST", WIDGETS, { body: widget("w") })).json).toMatchObject({
      code: 500,
      message: failing("h"),
    });
  });

  it.each(["mutating", "validating"] as const)("that is %s and down, does not matter if it says so", async (type) => {
    const { send } = await start({}, { h: { type, webhook: { failurePolicy: "Ignore" } } });
    expect((await send("POST", WIDGETS, { body: widget("w") })).status).toBe(201);
    const { text } = await send("GET", "/metrics");
    const name = type === "mutating" ? "admit" : "validating";
    expect(text).toContain(`apiserver_admission_webhook_fail_open_count{name="h.example.com",type="${name}"} 1`);
  });

  it.each<[string, JsonObject, boolean]>([
    ["whose rule names another group", { rules: [{ ...RULE, apiGroups: ["apps"] }] }, false],
    ["whose rule names another version", { rules: [{ ...RULE, apiVersions: ["v2"] }] }, false],
    ["whose rule names another operation", { rules: [{ ...RULE, operations: ["DELETE"] }] }, false],
    ["whose rule names a subresource", { rules: [{ ...RULE, resources: ["widgets/status"] }] }, false],
    ["whose rule names all subresources", { rules: [{ ...RULE, resources: ["widgets/*"] }] }, true],
    [
      "whose rule names everything",
      { rules: [{ ...RULE, apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }] },
      true,
    ],
    ["for the cluster's own", { rules: [{ ...RULE, scope: "Cluster" }] }, false],
    ["for what is in namespaces", { rules: [{ ...RULE, scope: "Namespaced" }] }, true],
    ["for other namespaces", { namespaceSelector: { matchLabels: { team: "x" } } }, false],
    ["for this namespace", { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } } }, true],
    ["for other objects", { objectSelector: { matchLabels: { a: "c" } } }, false],
    ["for this object", { objectSelector: { matchLabels: { a: "b" } } }, true],
  ])("%s is asked or not", async (_, webhook, isAsked) => {
    const { send, asked } = await start({ "/h": ALLOW }, { h: { webhook } });
    const metadata = { name: "w", labels: { a: "b" } };
    expect((await send("POST", WIDGETS, { body: widget("w", { metadata }) })).status).toBe(201);
    expect(asked.length > 0).toBe(isAsked);
  });

  it.each<[string, number, string]>([
    ["object.metadata.name == 'w'", 400, "denied the request"],
    ["object.metadata.name == 'v'", 201, ""],
    ["request.operation == 'UPDATE' && oldObject == null", 201, ""],
    ["object.spec.nope == 1", 403, "expression 'object.spec.nope == 1' resulted in error: no such key: nope"],
  ])("under the condition %j answers %i", async (expression, status, message) => {
    const matchConditions = [{ name: "c", expression }];
    for (const type of ["mutating", "validating"] as const) {
      const { send } = await start({ "/h": DENY }, { h: { type, webhook: { matchConditions } } });
      const answer = await send("POST", WIDGETS, { body: widget("w", { spec: {} }) });
      expect(answer.status).toBe(status);
      expect(String(answer.json?.message ?? "")).toContain(message);
    }
  });

  it("is not asked if one of its conditions is false, whatever is wrong with the others", async () => {
    const matchConditions = [
      { name: "a", expression: "object.nope == 1" },
      { name: "b", expression: "false" },
    ];
    const { send } = await start({ "/h": DENY }, { h: { webhook: { matchConditions } } });
    expect((await send("POST", WIDGETS, { body: widget("w") })).status).toBe(201);
  });

  it("has a say on the status too", async () => {
    const rules = [{ ...RULE, resources: ["widgets/status"] }];
    const { send } = await start({ "/h": add("/status", { by: "hook" }) }, { h: { webhook: { rules } } });
    await send("POST", WIDGETS, { body: widget("w") });
    const patched = await send("PATCH", `${WIDGETS}/w/status`, {
      body: { status: { by: "me" } },
      headers: MERGE_PATCH,
    });
    expect(patched.json?.status).toEqual({ by: "hook" });
  });

  it("with side effects is no good for a rehearsal", async () => {
    const server = await start({ "/h": ALLOW }, { h: { webhook: { sideEffects: "NoneOnDryRun" } } });
    expect((await server.send("POST", `${WIDGETS}?dryRun=All`, { body: widget("w") })).status).toBe(201);
    expect(server.asked[0]?.request.dryRun).toBe(true);
  });

  it("that answers in v1beta1 need not repeat the uid", async () => {
    const { send, asked } = await start(
      { "/h": DENY },
      { h: { webhook: { admissionReviewVersions: ["v1beta1", "v1"] } } },
    );
    expect((await send("POST", WIDGETS, { body: widget("w") })).status).toBe(400);
    expect(asked).toHaveLength(1);
  });

  it("is not asked about webhooks", async () => {
    const everything = { ...RULE, apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
    const { send, asked } = await start(
      { "/h": DENY },
      { h: { type: "validating", webhook: { rules: [everything] } } },
    );
    const path = `${CONFIGURATIONS}/validatingwebhookconfigurations/h`;
    expect((await send("DELETE", path)).status).toBe(200);
    expect(asked).toEqual([]);
    expect((await send("POST", WIDGETS, { body: widget("w") })).status).toBe(201);
  });

  it("is asked in the version it knows, if it takes equivalents", async () => {
    const { transport, asked } = createTestHooks({ "/h": add("/spec/a", "hooked"), "/exact": DENY });
    const server = await startTestServer({ webhooks: { transport } });
    const schema = specSchema(SPEC);
    const versions = [version({ schema }), version({ schema, name: "v2", storage: false })];
    await server.send("POST", DEFINITIONS, { body: definition({ versions }) });
    await configure(server, "h", {});
    await configure(server, "exact", { webhook: { matchPolicy: "Exact" } });
    const body = { ...widget("w", { spec: {} }), apiVersion: "example.com/v2" };
    const { json } = await server.send("POST", WIDGETS.replace("/v1/", "/v2/"), { body });
    expect(json).toMatchObject({ apiVersion: "example.com/v2", spec: { a: "hooked" } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.request).toMatchObject({
      kind: { version: "v1" },
      resource: { version: "v1" },
      requestKind: { version: "v2" },
      object: { apiVersion: "example.com/v1" },
    });
  });

  it("is asked again if the object changed while it thought", async () => {
    let interfere: (() => Promise<unknown>) | undefined;
    const slow: Admit = async () => {
      const once = interfere;
      interfere = undefined;
      await once?.();
      return { allowed: true };
    };
    const { send, asked } = await start(
      { "/h": slow },
      { h: { webhook: { rules: [{ ...RULE, operations: ["UPDATE"] }] } } },
    );
    await send("POST", WIDGETS, { body: widget("w", { spec: { a: "1" } }) });
    const patch = (spec: JsonObject) => send("PATCH", `${WIDGETS}/w`, { body: { spec }, headers: MERGE_PATCH });
    interfere = () => patch({ mode: "other" });
    expect((await patch({ a: "2" })).json?.spec).toEqual({ a: "2", mode: "other" });
    expect(asked).toHaveLength(3);
  });
});
