import { createStaticTokens } from "@kiln/access";
import { describe, expect, it } from "vitest";
import { createTestHooks, hookConfiguration } from "../testing/hook-transport.ts";
import { startTestServer } from "../testing/start-test-server.ts";
import { waitOutside } from "./large-requests.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const large = (name: string, size = 600_000) => ({ metadata: { name }, data: { text: "x".repeat(size) } });

describe("large requests", () => {
  it("let others go first in between, and come one after the other", async () => {
    const { send, server } = await startTestServer();
    const order: string[] = [];
    const note = async (name: string, answer: Promise<{ status: number }>) => {
      const { status } = await answer;
      order.push(`${name} ${status}`);
    };
    await Promise.all([
      note("large", send("POST", MAPS, { body: large("a") })),
      note("second", send("POST", MAPS, { body: large("b") })),
      note("small", send("POST", MAPS, { body: large("c", 10) })),
    ]);
    expect(order).toEqual(["small 201", "large 201", "second 201"]);
    server.close();
  });

  it("are those for large objects, too, and lose to small ones without harm", async () => {
    const { send, server } = await startTestServer();
    await send("POST", MAPS, { body: large("a") });
    const patch = (key: string) =>
      send("PATCH", `${MAPS}/a`, {
        body: { data: { [key]: "1" } },
        headers: { "content-type": "application/merge-patch+json" },
      });
    const answers = await Promise.all(["p", "q", "r"].map(patch));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { json } = await send("GET", `${MAPS}/a`);
    expect(Object.keys(json?.data ?? {}).sort()).toEqual(["p", "q", "r", "text"]);
    server.close();
  });

  it("let others run while a webhook decides, which may send a large request itself", async () => {
    let calls = 0;
    const hooks = createTestHooks({
      "/h": async ({ name }) => {
        if (name === "a") {
          calls++;
          expect((await server.send("POST", MAPS, { body: large(`b${calls}`) })).status).toBe(201);
        }
        return { allowed: true };
      },
    });
    const server = await startTestServer({ webhooks: { transport: hooks.transport } });
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
    for (const kind of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]) {
      const path = `/apis/admissionregistration.k8s.io/v1/${kind}`;
      await server.send("POST", path, { body: hookConfiguration("h", { rules: [rule] }) });
    }
    expect((await server.send("POST", MAPS, { body: large("a") })).status).toBe(201);
    expect((await server.send("POST", MAPS, { body: large("c") })).status).toBe(201);
    server.server.close();
  });

  it("are those that a webhook makes large, one after the other", async () => {
    const data = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key-number-${i}`, "value"]));
    const hooks = createTestHooks({
      "/h": async () => ({ allowed: true, patch: [{ op: "add", path: "/data", value: data }] }),
    });
    const { send, server } = await startTestServer({ webhooks: { transport: hooks.transport } });
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
    const hook = hookConfiguration("h", { rules: [rule] });
    await send("POST", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", { body: hook });
    const answers = await Promise.all(["a", "b", "c"].map((name) => send("POST", MAPS, { body: large(name, 10) })));
    expect(answers.map(({ status, json }) => [status, Object.keys(json?.data ?? {}).length])).toEqual(
      Array(3).fill([201, 5000]),
    );
    server.close();
  });

  it("are none of a controller, whatever a webhook answers", async () => {
    const reply = { status: 200, contentType: "", body: new Uint8Array(100_000) };
    const requester = { user: { name: "system:serviceaccount:kube-system:a", groups: [] }, warnings: [] };
    expect(await waitOutside(requester, async () => reply)).toBe(reply);
  });

  it("make room for the next when they are refused", async () => {
    const { send, server } = await startTestServer();
    const refused = send("POST", MAPS, { body: { ...large("a"), kind: "Secret" } });
    const next = send("POST", MAPS, { body: large("b") });
    expect([(await refused).status, (await next).status]).toEqual([400, 201]);
    server.close();
  });

  it("make room for the next when the user may not send them", async () => {
    const tokenAuthenticators = [createStaticTokens(new Map([["t-joe", { name: "joe", groups: [] }]]))];
    const { send, server } = await startTestServer({ tokenAuthenticators });
    const joe = { isAdmin: false, headers: { authorization: "Bearer t-joe" } };
    const refused = send("GET", `/${"a/".repeat(50_000)}`, joe);
    const next = send("POST", MAPS, { body: large("b") });
    expect([(await refused).status, (await next).status]).toEqual([403, 201]);
    server.close();
  });
});
