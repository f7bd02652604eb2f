import { setMaxListeners } from "node:events";
import { createStaticTokens } from "@kiln/access";
import { createManualClock } from "@kiln/api/testing";
import type { ApiResponse } from "@kiln/wire";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_UNREAD_WAIT_MS, UnreadBytes } from "../request/unread-bytes.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const users = new Map([
  ["t-joe", { name: "joe", groups: [] }],
  ["t-ann", { name: "ann", groups: [] }],
]);
const MEBIBYTE = 1024 * 1024;
const OBJECTS = 12;
const LISTS = 300;
const TARGET = "/api/v1/namespaces/default/configmaps";
const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
const unread = new UnreadBytes(clock, 30 * MEBIBYTE);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    clock,
    unread,
    tokenAuthenticators: [createStaticTokens(users)],
    authorization: ["AlwaysAllow"],
  });
  for (let i = 0; i < OBJECTS; i++) {
    const metadata = { name: `m${i}`, labels: { a: "b" } };
    await server.send("POST", TARGET, {
      body: { apiVersion: "v1", kind: "ConfigMap", metadata, data: { x: "x".repeat(200_000) } },
    });
  }
  await server.send("POST", TARGET, { body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "small" } } });
});

const as = (token: string, headers: Record<string, string> = {}) => ({
  isAdmin: false,
  headers: { authorization: `Bearer ${token}`, ...headers },
});

async function settle(turns = 400): Promise<void> {
  for (let i = 0; i < turns; i++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Sends requests of clients that do not read their responses. */
function stall(target: string, accept: string) {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const answers: ApiResponse[] = [];
  const pending = Array.from({ length: LISTS }, async () => {
    const response = await server.open("GET", target, { ...as("t-joe", { accept }), signal: controller.signal });
    answers.push(response);
    if (response.body !== undefined && !(response.body instanceof Uint8Array)) {
      await response.body[Symbol.asyncIterator]().next();
    }
  });
  return { answers, leave: () => controller.abort(), done: Promise.allSettled(pending) };
}

const read = async ({ body }: ApiResponse): Promise<Buffer> => {
  if (body === undefined || body instanceof Uint8Array) {
    return Buffer.from(body ?? []);
  }
  const parts: Uint8Array[] = [];
  for await (const part of body) {
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

describe("answers that clients do not read", () => {
  it.each([
    ["JSON", TARGET, "application/json"],
    ["JSON with line breaks", `${TARGET}?pretty=true`, "application/json"],
    ["JSON of selected objects", `${TARGET}?labelSelector=a%3Db`, "application/json"],
    ["YAML", TARGET, "application/yaml"],
    ["Table with objects", `${TARGET}?includeObject=Object`, TABLE],
    ["protobuf", TARGET, PROTOBUF],
    ["one large object", `${TARGET}/m1`, "application/json"],
    ["one large object in YAML", `${TARGET}/m1`, "application/yaml"],
    ["the state of a watch", `${TARGET}?watch=true&resourceVersion=0`, "application/json"],
    ["the state of a watch in protobuf", `${TARGET}?watch=true&resourceVersion=0`, PROTOBUF],
  ])("hold no more than the user's part of the account: %s", async (_name, target, accept) => {
    const stalled = stall(target, accept);
    await settle();
    expect(unread.bytes).toBeGreaterThan(MEBIBYTE);
    // A third of the limit, and one chunk for each slice that became larger when it was encoded.
    expect(unread.bytes).toBeLessThanOrEqual(13 * MEBIBYTE);
    expect((await server.send("GET", `${TARGET}/small`, as("t-ann"))).status).toBe(200);
    expect((await server.send("GET", `${TARGET}?limit=2`, as("t-ann"))).status).toBe(200);
    stalled.leave();
    await stalled.done;
    await settle(5);
    expect([unread.bytes, unread.users]).toEqual([0, 0]);
  });

  it("are refused after a while if they have not begun, with 429 and when to come back", async () => {
    const stalled = stall(TARGET, "application/json");
    await settle();
    clock.advance(MAX_UNREAD_WAIT_MS);
    await settle();
    const refused = stalled.answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(LISTS / 2);
    expect(refused[0]?.headers["retry-after"]).toBe("1");
    stalled.leave();
    await stalled.done;
    expect(unread.bytes).toBe(0);
  });

  it.each([
    ["application/json", TARGET],
    ["application/yaml", TARGET],
    [TABLE, `${TARGET}?includeObject=Object`],
    [PROTOBUF, TARGET],
    [PROTOBUF, `${TARGET}?labelSelector=a%3Db`],
  ])("are the same when there is little room: %s of %s", async (accept, target) => {
    const alone = await read(await server.open("GET", target, as("t-ann", { accept })));
    const all = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const controller = new AbortController();
        const options = { ...as("t-joe", { accept }), signal: controller.signal };
        const answer = await read(await server.open("GET", target, options));
        controller.abort();
        return answer.equals(alone);
      }),
    );
    expect(all).toEqual(all.map(() => true));
  });
});
