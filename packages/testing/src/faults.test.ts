import { asObject, asObjects, decodeUtf8, type JsonObject } from "@kiln/api";
import { createProtobuf } from "@kiln/kinds";
import { yieldTurn } from "@kiln/store";
import { describe, expect, it } from "vitest";
import { splitEvents } from "./faults/split-events.ts";
import { toApiRequest } from "./local/local-request.ts";
import { startTestingServer } from "./testing/start-testing-server.ts";

const FAULTS = "/clusters/a/apis/testing.kiln.dev/v1/faults";
const MAPS = "/clusters/a/api/v1/namespaces/default/configmaps";
const map = (name: string) => ({ metadata: { name } });

async function start() {
  const server = await startTestingServer();
  await server.fork("a");
  const inject = (spec: JsonObject, name = "f") =>
    server.send(`POST ${FAULTS}`, { apiVersion: "testing.kiln.dev/v1", kind: "Fault", metadata: { name }, spec });
  const counts = async (name = "f") => (await server.send(`GET ${FAULTS}/${name}`)).json?.status;
  /** Collects the events of a watch until it ends. */
  const watch = async (query = "") => {
    const types: string[] = [];
    const abort = new AbortController();
    const { body } = await server.open(`GET ${MAPS}?watch=true${query}`, abort.signal);
    const ended = (async () => {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        for (const line of decodeUtf8(chunk).trim().split("\n")) {
          const { type, object } = JSON.parse(line);
          types.push(type === "ERROR" ? `ERROR ${object.code}` : `${type} ${object.metadata.name}`);
        }
      }
    })().catch((error: Error) => types.push(error.message));
    const seen = async () => {
      for (let turn = 0; turn < 20; turn++) await yieldTurn();
      return types.filter((each) => !each.includes("kube-root-ca"));
    };
    return { seen, ended, abort: () => abort.abort() };
  };
  return { ...server, inject, counts, watch };
}

describe("a Fault", () => {
  it.each([
    [409, "Conflict", undefined],
    [429, "TooManyRequests", 1],
    [500, "InternalError", undefined],
    [503, "ServiceUnavailable", undefined],
    [504, "Timeout", 1],
  ])("refuses with %d, reason %s", async (code, reason, retryAfterSeconds) => {
    const { send, inject, counts } = await start();
    const match = { verbs: ["create"], resources: ["configmaps"] };
    expect((await inject({ match, action: "Status", code })).status).toBe(201);
    const { status, json } = await send(`POST ${MAPS}`, map("c"));
    expect([status, json?.reason]).toEqual([code, reason]);
    expect(asObject(json?.details).retryAfterSeconds).toBe(retryAfterSeconds);
    expect((await send(`GET ${MAPS}/c`)).status).toBe(404);
    expect(await counts()).toEqual({ matched: 1, injected: 1 });
  });

  it.each([
    ["its Fault is deleted", "DELETE FAULT", 201],
    ["its fork is reset", "PATCH FORK", 503],
    ["its fork is deleted", "DELETE FORK", 503],
  ])("delays a request until %s", async (_, line, expected) => {
    const { send, inject } = await start();
    await inject({ match: { verbs: ["create"] }, action: "Delay", delay: "1h" });
    const delayed = send(`POST ${MAPS}`, map("c"));
    const headers = { "content-type": "application/merge-patch+json" };
    const target = line.replace("FAULT", `${FAULTS}/f`).replace("FORK", "/apis/testing.kiln.dev/v1/forks/a");
    await send(target, line.startsWith("PATCH") ? { spec: { resets: 1 } } : undefined, headers);
    expect((await delayed).status).toBe(expected);
  });

  it("answers 503 with Retry-After if it names one", async () => {
    const { open, inject } = await start();
    await inject({ match: { verbs: ["get"] }, action: "Status", code: 503, retryAfterSeconds: 7 });
    const { status, headers } = await open(`GET ${MAPS}/c`);
    expect([status, headers["retry-after"]]).toEqual([503, "7"]);
  });

  it.each([
    [{ action: "Drop", code: 500 }, "spec.code: Forbidden: only the action Status may have it"],
    [{ action: "Delay", delay: "1s", message: "no" }, "spec.message: Forbidden: only the action Status may have it"],
    [
      { action: "Status", code: 409, retryAfterSeconds: 1 },
      "spec.retryAfterSeconds: Forbidden: only the action Status with 429, 503 or 504 may have it",
    ],
    [{ action: "LoseAnswer", events: 2 }, "spec.events: Forbidden: only actions on watches may have it"],
    [{ action: "DropWatch", repeat: 2 }, "spec.repeat: Forbidden: only the action RepeatEvents may have it"],
  ])("rejects a field that its action ignores: %j", async (spec, message) => {
    const { inject } = await start();
    const { status, json } = await inject(spec);
    expect([status, json?.message]).toEqual([422, `Fault.testing.kiln.dev "f" is invalid: ${message}`]);
  });

  it("acts on the requests it names alone, the nth of them, and so many times", async () => {
    const { send, inject, counts } = await start();
    await inject({ match: { names: ["c"], verbs: ["get"] }, action: "Status", code: 503, nth: [2, 3], times: 1 });
    await send(`POST ${MAPS}`, map("c"));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await send(`GET ${MAPS}/c`)).status);
    }
    expect(statuses).toEqual([200, 503, 200, 200]);
    expect((await send(`GET ${MAPS}`)).status).toBe(200);
    expect(await counts()).toEqual({ matched: 4, injected: 1 });
  });

  it("counts a request on which another fault acts, and does not use itself up on it", async () => {
    const { send, inject, counts } = await start();
    const match = { names: ["c"], verbs: ["get"] };
    await inject({ match, action: "Status", code: 503, times: 1 }, "first");
    await inject({ match, action: "Status", code: 409, times: 1 }, "second");
    await send(`POST ${MAPS}`, map("c"));
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await send(`GET ${MAPS}/c`)).status);
    }
    expect(statuses).toEqual([503, 409, 200]);
    expect([await counts("first"), await counts("second")]).toEqual([
      { matched: 3, injected: 1 },
      { matched: 3, injected: 1 },
    ]);
  });

  it("matches users, namespaces and user agents", async () => {
    const { send, inject } = await start();
    const match = { users: ["kiln-testing"], namespaces: ["default"], userAgents: ["my-operator/"] };
    await inject({ match, action: "Status", code: 500 });
    const status = async (agent: string) => (await send(`GET ${MAPS}`, undefined, { "user-agent": agent })).status;
    expect([await status("my-operator/v1"), await status("kubectl/v1")]).toEqual([500, 200]);
  });

  it("acts by chance, on the same requests for the same seed", async () => {
    const pattern = async (seed: number) => {
      const { send, inject } = await start();
      await inject({ match: { resources: ["configmaps"] }, action: "Status", code: 500, probability: 0.5, seed });
      const answers: boolean[] = [];
      for (let i = 0; i < 30; i++) {
        answers.push((await send(`GET ${MAPS}`)).status === 200);
      }
      return answers;
    };
    const [first, again, other] = [await pattern(7), await pattern(7), await pattern(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  it("waits by the cluster's clock before it acts", async () => {
    const { send, clock, inject } = await start();
    await inject({ match: { resources: ["configmaps"] }, action: "Delay", delay: "5s" });
    let isAnswered = false;
    const answer = send(`GET ${MAPS}`).then((got) => {
      isAnswered = true;
      return got;
    });
    for (let turn = 0; turn < 20; turn++) await yieldTurn();
    clock.advance(4999);
    await yieldTurn();
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  it("loses the answer of a write that is done, or drops the connection before", async () => {
    const { send, inject } = await start();
    await inject({ match: { names: ["lost"], verbs: ["get"] }, action: "Status", code: 500 }, "other");
    await inject({ match: { verbs: ["create"] }, action: "LoseAnswer", times: 1 }, "lose");
    await expect(send(`POST ${MAPS}`, map("done"))).rejects.toThrow("dropped by a Fault");
    expect((await send(`GET ${MAPS}/done`)).status).toBe(200);
    await send(`DELETE ${FAULTS}/lose`);
    await inject({ match: { verbs: ["create"] }, action: "Drop", times: 1 }, "drop");
    await expect(send(`POST ${MAPS}`, map("never"))).rejects.toThrow("dropped by a Fault");
    expect((await send(`GET ${MAPS}/never`)).status).toBe(404);
  });

  it("stalls a watch after some events, until it is deleted", async () => {
    const { send, inject, watch, counts } = await start();
    await inject({ match: { resources: ["configmaps"] }, action: "StallWatch", events: 1 });
    const { seen, ended } = await watch("&resourceVersion=0&fieldSelector=metadata.name!=kube-root-ca.crt");
    await send(`POST ${MAPS}`, map("one"));
    await send(`POST ${MAPS}`, map("two"));
    expect(await seen()).toEqual(["ADDED one"]);
    expect(await counts()).toEqual({ matched: 1, injected: 1 });
    await send(`DELETE ${FAULTS}/f`);
    await ended;
    expect(await seen()).toEqual(["ADDED one"]);
  });

  it.each([
    ["HoldEvents", ["ADDED one"], ["ADDED one", "ADDED two", "ADDED three"]],
    ["RepeatEvents", ["ADDED one", "ADDED one", "ADDED two", "ADDED three"], undefined],
    ["ExpireWatch", ["ADDED one", "ERROR 410"], undefined],
    ["DropWatch", ["ADDED one", "the watch was dropped by a Fault"], undefined],
  ])("%s: disturbs a watch", async (action, before, after) => {
    const { send, inject, watch } = await start();
    await inject({ match: { resources: ["configmaps"] }, action, events: 1 });
    const { seen, abort } = await watch("&resourceVersion=0&fieldSelector=metadata.name!=kube-root-ca.crt");
    for (const name of ["one", "two", "three"]) {
      await send(`POST ${MAPS}`, map(name));
    }
    expect(await seen()).toEqual(before);
    await send(`DELETE ${FAULTS}/f`);
    expect(await seen()).toEqual(after ?? before);
    abort();
  });

  it("ends a watch in protobuf with a Status in protobuf", async () => {
    const { server, send, inject } = await start();
    await inject({ match: { resources: ["configmaps"] }, action: "ExpireWatch", events: 1 });
    const headers = { accept: "application/vnd.kubernetes.protobuf;stream=watch" };
    const target = `${MAPS}?watch=true&resourceVersion=0&fieldSelector=metadata.name!=kube-root-ca.crt`;
    const { body } = await server.handle(toApiRequest({ method: "GET", target, headers }));
    await send(`POST ${MAPS}`, map("one"));
    await send(`POST ${MAPS}`, map("two"));
    const protobuf = createProtobuf();
    const seen: unknown[] = [];
    for await (const frame of splitEvents(body as AsyncIterable<Uint8Array>, "lengths")) {
      const envelope = Buffer.from(frame).indexOf("k8s\0");
      const { kind, code, metadata } = protobuf
        .open(frame.subarray(envelope), { apiVersion: "", kind: "" })
        .read() as JsonObject;
      seen.push(kind === "Status" ? code : asObject(metadata).name);
    }
    expect(seen).toEqual(["one", 410]);
  });

  it.each([
    [{ action: "Status" }, "spec.code: Required value"],
    [{ action: "Delay" }, "spec.delay: Required value"],
    [{ action: "Explode" }, 'Unsupported value: "Explode"'],
    [{ action: "Status", code: 404 }, "Unsupported value: 404"],
    [{ action: "Drop", match: { resources: ["podz"] } }, 'spec.match.resources[0]: Not found: "podz"'],
    [{ action: "Drop", match: { verbs: ["eat"] } }, 'Unsupported value: "eat"'],
    [{ action: "StallWatch", match: { verbs: ["get"] } }, "is about watches"],
    [{ action: "Drop", probability: 2 }, "spec.probability"],
    [{ action: "Drop", delay: "-1s" }, "spec.delay: Invalid value"],
  ])("is refused as %j", async (spec, message) => {
    const { inject, send } = await start();
    const { status, json } = await inject(spec);
    expect([status, String(json?.message)]).toEqual([422, expect.stringContaining(message)]);
    expect(asObjects((await send(`GET ${FAULTS}`)).json?.items)).toEqual([]);
  });

  it("never acts on the kinds of testing", async () => {
    const { send, inject } = await start();
    await inject({ action: "Status", code: 500 });
    expect((await send(`GET ${MAPS}`)).status).toBe(500);
    expect((await send(`DELETE ${FAULTS}/f`)).status).toBe(200);
    expect((await send(`GET ${MAPS}`)).status).toBe(200);
  });
});
