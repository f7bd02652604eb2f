import { decodeUtf8, encodeUtf8, StatusError } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { createBackoff } from "./backoff.ts";
import { type Client, createClient } from "./client.ts";
import { limitRate } from "./limit-rate.ts";
import type { ResourceType } from "./resource-type.ts";
import { retryBusy } from "./retry-busy.ts";
import { readWatchEvents } from "./watch-event.ts";

const PODS: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };
const NODES: ResourceType = { group: "example.org", version: "v2", plural: "nodes", isNamespaced: false };

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* texts.map(encodeUtf8);
}

/** Makes a call against a fixed answer. Returns the request that was sent and the result. */
async function sent(call: (client: Client) => Promise<unknown>, answer = "{}", status = 200) {
  const requests: string[] = [];
  const client = createClient({
    userAgent: "t/1",
    transport: {
      send: async ({ method, target, headers, body }) => {
        requests.push([method, target, headers["content-type"], body && decodeUtf8(body)].filter(Boolean).join(" "));
        return { status, headers: {}, body: pieces(answer) };
      },
      close: () => {},
    },
  });
  const result = await call(client).catch((error) => error);
  return { request: requests[0], result };
}

describe("A request", () => {
  const object = { metadata: { namespace: "n", name: "a" } };
  const json = '{"metadata":{"namespace":"n","name":"a"}}';
  it.each<[string, (client: Client) => Promise<unknown>]>([
    [
      "GET /api/v1/namespaces/n/pods/a?resourceVersion=0",
      (c) => c.get(PODS, object.metadata, { resourceVersion: "0" }),
    ],
    [
      "GET /apis/example.org/v2/nodes?labelSelector=a%3Db&limit=5",
      (c) => c.list(NODES, { labelSelector: "a=b", limit: 5 }),
    ],
    [`POST /api/v1/namespaces/n/pods application/json ${json}`, (c) => c.create(PODS, object)],
    [
      `POST /api/v1/namespaces/n/pods/a/eviction application/json ${json}`,
      (c) => c.create(PODS, object, { subresource: "eviction" }),
    ],
    [
      `PUT /api/v1/namespaces/n/pods/a/status?dryRun=All application/json ${json}`,
      (c) => c.update(PODS, object, { subresource: "status", dryRun: "All" }),
    ],
    [
      "PATCH /apis/example.org/v2/nodes/a%2Fb?fieldManager=m&force=true application/apply-patch+yaml {}",
      (c) => c.patch(NODES, { name: "a/b" }, { type: "apply", body: {}, force: true }, { fieldManager: "m" }),
    ],
    [
      'DELETE /apis/example.org/v2/nodes/a application/json {"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Orphan"}',
      (c) => c.delete(NODES, { name: "a" }, { propagationPolicy: "Orphan" }),
    ],
  ])("goes as %s", async (line, call) => {
    expect((await sent(call)).request).toBe(line);
  });

  it.each([
    ['{"kind":"Status","message":"no","reason":"Gone"}', 410, "no"],
    ["upstream is away\n", 503, "upstream is away"],
    ["", 500, "the server answered 500"],
  ])("answered with %j fails as a StatusError", async (answer, status, message) => {
    const { result } = await sent((client) => client.list(PODS), answer, status);
    expect(result).toBeInstanceOf(StatusError);
    expect([(result as StatusError).message, (result as StatusError).status.code]).toEqual([message, status]);
  });

  it("keeps large numbers", async () => {
    const { result } = await sent((client) => client.get(PODS, { name: "a" }), '{"n":9007199254740993}');
    expect(result).toEqual({ n: 9007199254740993n });
  });
});

describe("A watch's body", () => {
  const read = async (...texts: readonly string[]) => {
    const names = [];
    for await (const { type, object } of readWatchEvents(pieces(...texts))) {
      names.push(`${type} ${object.metadata.name}`);
    }
    return names;
  };
  const line = (name: string) => `{"type":"ADDED","object":{"metadata":{"name":"${name}"}}}\n`;

  it("is cut anywhere", async () => {
    const text = line("a") + line("b");
    for (let at = 0; at < text.length; at++) {
      expect(await read(text.slice(0, at), text.slice(at))).toEqual(["ADDED a", "ADDED b"]);
    }
  });

  it("may carry an error", async () => {
    const text = '{"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old"}}\n';
    await expect(read(line("a"), text)).rejects.toThrow("too old");
  });

  it.each(["1\n", '{"type":"ADDED"}\n', "{\n"])("that is %j is an error", async (text) => {
    await expect(read(text)).rejects.toThrow();
  });
});

describe("Waiting", () => {
  it("doubles up to a bound, and begins anew", () => {
    const backoff = createBackoff({ firstMs: 100, lastMs: 1000, fraction: () => 0.5 });
    expect([1, 2, 3, 4, 5].map(() => backoff.nextMs())).toEqual([150, 300, 600, 1000, 1000]);
    backoff.reset();
    expect(backoff.nextMs()).toBe(150);
  });

  it("lets a burst through, then so many a second, in order", async () => {
    const clock = createManualClock(new Date(0));
    const sentAt: string[] = [];
    const transport = {
      send: async ({ target }: { target: string }) => {
        sentAt.push(`${target}@${clock.monotonicMs()}`);
        return { status: 200, headers: {}, body: pieces() };
      },
      close: () => {},
    };
    const limited = limitRate(transport, { clock, perSecond: 10, burst: 2 });
    const all = ["a", "b", "c", "d"].map((target) => limited.send({ method: "GET", target, headers: {} }));
    clock.advance(1000);
    await Promise.all(all);
    expect(sentAt.map((each) => each[0])).toEqual(["a", "b", "c", "d"]);
  });

  /** Transport that returns these responses in turn, the last one forever. */
  function refusing(...answers: { readonly status: number; readonly headers: Record<string, string> }[]) {
    const clock = createManualClock(new Date(0));
    const stop = new AbortController();
    let sent = 0;
    const transport = {
      send: async () => ({ ...(answers[Math.min(sent++, answers.length - 1)] ?? OK), body: pieces("no") }),
      close: () => {},
    };
    const { signal } = stop;
    const retrying = retryBusy(transport, { clock, fraction: () => 0 });
    const send = retrying.send({ method: "GET", target: "/a", headers: {}, signal });
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    const advance = async () => {
      await settle();
      clock.advance(1000);
      await settle();
    };
    return { send, advance, stop, giveUp: () => retrying.giveUp(), count: () => sent };
  }
  const OK = { status: 200, headers: {} };
  const BUSY = { status: 429, headers: { "retry-after": "1" } };

  it("comes back when a busy server asks for it, not earlier", async () => {
    const { send, advance, count } = refusing(BUSY, { ...BUSY, status: 503 }, OK);
    await advance();
    expect(count()).toBe(2);
    await advance();
    expect([(await send).status, count()]).toEqual([200, 3]);
  });

  it("gives up in the end", async () => {
    const { send, advance, count } = refusing(BUSY);
    for (let second = 0; second < 10; second++) {
      await advance();
    }
    expect([(await send).status, count()]).toEqual([429, 11]);
  });

  it("returns the refusal when it is aborted", async () => {
    const { send, advance, giveUp, count } = refusing(BUSY);
    await advance();
    giveUp();
    const { status, body } = await send;
    const texts: string[] = [];
    for await (const piece of body) {
      texts.push(new TextDecoder().decode(piece));
    }
    expect([status, texts.join(""), count()]).toEqual([429, "no", 2]);
  });

  it("comes back no more for who has left", async () => {
    const { send, stop, count } = refusing(BUSY);
    await new Promise<void>((resolve) => setImmediate(resolve));
    stop.abort(new Error("left"));
    await expect(send).rejects.toThrow("left");
    expect(count()).toBe(1);
  });

  it.each([
    [429, {}],
    [429, { "retry-after": "3600" }],
    [500, {}],
    [403, { "retry-after": "1" }],
    [503, { "retry-after": "Fri, 01 Jan 2027 00:00:00 GMT" }],
  ])("takes %i with %j for an answer", async (status, headers) => {
    const { send, count } = refusing({ status, headers });
    expect([(await send).status, count()]).toEqual([status, 1]);
  });
});
