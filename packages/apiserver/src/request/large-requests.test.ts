import { createStaticTokens } from "@kiln/access";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

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
