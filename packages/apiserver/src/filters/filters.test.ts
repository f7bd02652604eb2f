import { createStaticTokens } from "@kiln/access";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const users = new Map([
  ["t-joe", { name: "joe", groups: ["staff"] }],
  ["t-root", { name: "root", groups: ["system:masters"] }],
]);
const tokenAuthenticators = [createStaticTokens(users)];
const as = (token: string) => ({ isAdmin: false, headers: { authorization: `Bearer ${token}` } });

/** A store in which every read of a single key waits until the test releases it. */
function createHeldStore() {
  const store = new MemoryStore();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const get = store.get.bind(store);
  const asked: string[] = [];
  store.get = async (key, options) => {
    asked.push(key);
    await held;
    return get(key, options);
  };
  return { store, release, asked };
}

const one = "/api/v1/namespaces/default/configmaps/a";

describe("filters", () => {
  it("give each answer a name of its own, or the one the client chose", async () => {
    const { send } = await startTestServer();
    const first = (await send("GET", "/version")).headers["audit-id"];
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await send("GET", "/nowhere")).headers["audit-id"]).not.toBe(first);
    expect((await send("GET", "/version", { headers: { "audit-id": "mine" } })).headers["audit-id"]).toBe("mine");
  });

  it("keep answers out of caches", async () => {
    const { send } = await startTestServer();
    expect((await send("GET", one)).headers["cache-control"]).toBe("no-cache, private");
  });

  it.each([
    ["t-root", "GET /api/v1/configmaps", 200, "ConfigMapList"],
    ["t-joe", "GET /version", 403, 'forbidden: User "joe" cannot get path "/version"'],
    [
      "t-joe",
      `GET ${one}`,
      403,
      'configmaps "a" is forbidden: User "joe" cannot get resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      "t-joe",
      "POST /api/v1/namespaces/default/configmaps",
      403,
      'configmaps is forbidden: User "joe" cannot create resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      "t-joe",
      "GET /api/v1/namespaces/x",
      403,
      'namespaces "x" is forbidden: User "joe" cannot get resource "namespaces" in API group "" in the namespace "x"',
    ],
    [
      "t-joe",
      "PUT /apis/g.io/v1/unknowns/u/status",
      403,
      'unknowns.g.io "u" is forbidden: User "joe" cannot update resource "unknowns/status" in API group "g.io" at the cluster scope',
    ],
    ["t-joe", "GET /metrics", 403, 'forbidden: User "joe" cannot get path "/metrics"'],
    ["t-stranger", "GET /version", 401, "Unauthorized"],
  ])("let %s do %s: %d", async (token, line, code, text) => {
    const { send } = await startTestServer({ tokenAuthenticators });
    const [method = "", target = ""] = line.split(" ");
    const { status, json } = await send(method, target, as(token));
    expect([status, json?.message ?? json?.kind ?? json?.minor]).toEqual([code, text]);
  });

  it("let no browser guess what a refusal is that repeats what was asked for", async () => {
    const { send } = await startTestServer({ tokenAuthenticators });
    expect((await send("GET", one, as("t-joe"))).headers["x-content-type-options"]).toBe("nosniff");
    expect((await send("GET", one, as("t-root"))).headers["x-content-type-options"]).toBeUndefined();
  });

  it("tell everyone who is known who he is", async () => {
    const { send } = await startTestServer({ tokenAuthenticators, authorization: ["AlwaysAllow"] });
    const target = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
    const { status, json } = await send("POST", target, { ...as("t-joe"), body });
    expect([status, json?.status]).toEqual([
      201,
      { userInfo: { username: "joe", groups: ["staff", "system:authenticated"] } },
    ]);
    expect((await send("GET", target)).status).toBe(405);
    expect((await send("GET", `${target}/a`)).status).toBe(404);
  });

  it("answer anonymous clients with 401, but for health and version", async () => {
    const { send } = await startTestServer({ tokenAuthenticators, authorization: ["AlwaysAllow"] });
    const anonymous = { isAdmin: false };
    expect((await send("GET", "/livez", anonymous)).status).toBe(200);
    expect((await send("GET", "/apis", anonymous)).json).toMatchObject({ reason: "Unauthorized", code: 401 });
  });

  it("let requests beyond the limit wait, turn away those for whom there is no room, but never an administrator's", async () => {
    const { store, release } = createHeldStore();
    const { send } = await startTestServer({
      store,
      tokenAuthenticators,
      authorization: ["AlwaysAllow"],
      limits: { readOnlyInFlight: 2, waitingPerUser: 1 },
    });
    const waiting = [1, 2, 3].map(() => send("GET", one, as("t-joe")));
    const refused = await send("GET", one, as("t-joe"));
    expect([refused.status, refused.headers["retry-after"], refused.text]).toEqual([
      429,
      "1",
      "Too many requests, please try again later.\n",
    ]);
    const admitted = send("GET", one, as("t-root"));
    release();
    expect((await Promise.all([...waiting, admitted])).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await send("GET", one, as("t-joe"))).status).toBe(404);
  });

  it("reject a request that has waited for a quarter of its timeout", async () => {
    const { store, release } = createHeldStore();
    const { send, clock } = await startTestServer({
      store,
      tokenAuthenticators,
      authorization: ["AlwaysAllow"],
      limits: { readOnlyInFlight: 1, requestTimeoutMs: 40_000 },
    });
    const first = send("GET", one, as("t-joe"));
    const second = send("GET", one, as("t-joe"));
    // The clock moves in steps: a timer that starts another timer does so at the time already reached.
    for (let passed = 0; passed < 11; passed++) {
      clock.advance(1_000);
    }
    expect((await second).status).toBe(429);
    release();
    expect((await first).status).toBe(404);
  });

  it("queue no request for longer than a quarter of the client's own timeout", async () => {
    const { store, release } = createHeldStore();
    const { send, clock } = await startTestServer({
      store,
      tokenAuthenticators,
      authorization: ["AlwaysAllow"],
      limits: { readOnlyInFlight: 1 },
    });
    const first = send("GET", one, as("t-joe"));
    const second = send("GET", `${one}?timeout=8s`, as("t-joe"));
    clock.advance(1_000);
    clock.advance(1_000);
    expect((await second).status).toBe(429);
    release();
    expect((await first).status).toBe(404);
  });

  it("do nothing for a client that has gone while its request waited", async () => {
    const { store, release, asked } = createHeldStore();
    const { send } = await startTestServer({
      store,
      tokenAuthenticators,
      authorization: ["AlwaysAllow"],
      limits: { readOnlyInFlight: 1 },
    });
    const client = new AbortController();
    const first = send("GET", one, as("t-joe"));
    const second = send("GET", `${one}2`, { ...as("t-joe"), signal: client.signal });
    client.abort();
    release();
    expect([(await first).status, (await second).status]).toEqual([404, 504]);
    expect(asked.filter((key) => key.endsWith("/a2"))).toEqual([]);
  });

  it("answer 504 to a request that takes too long", async () => {
    const { store, release } = createHeldStore();
    const { send, clock } = await startTestServer({ store });
    const slow = send("GET", `${one}?timeout=5s`);
    clock.advance(4_000);
    clock.advance(2_000);
    const { status, headers, text } = await slow;
    expect([status, headers["content-type"], headers["cache-control"], text]).toEqual([
      504,
      "text/plain; charset=utf-8",
      "no-cache, private",
      '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
    ]);
    expect(headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
    release();
  });

  it("refuse a timeout that is none", async () => {
    const { send } = await startTestServer();
    const message = 'invalid timeout specified in the request URL - time: invalid duration "soon"';
    const { json, headers } = await send("GET", `${one}?timeout=soon`);
    expect(json).toMatchObject({ code: 400, message });
    expect([headers["audit-id"], headers["cache-control"]]).toEqual([expect.any(String), "no-cache, private"]);
    expect((await send("GET", `${one}?timeout=0`)).status).toBe(404);
  });

  it.each(["/api/v1/watch", "/apis/example.com/v1/proxy/", "/api/v1/watch?a=<b>&c"])(
    "find nothing to do for a path that ends before it names a resource: %s",
    async (target) => {
      const { send } = await startTestServer();
      const { status, text, headers } = await send("GET", target, { isAdmin: false });
      const uri = target.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
      expect([status, text]).toEqual([
        500,
        `Internal Server Error: "${uri}": failed to create RequestInfo: unable to determine kind and namespace from url, ${uri}\n`,
      ]);
      expect(headers["audit-id"]).toEqual(expect.any(String));
    },
  );
});
