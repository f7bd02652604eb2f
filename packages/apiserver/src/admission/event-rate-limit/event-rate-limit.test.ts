import { createEventRateLimit, type EventLimit, selectPlugins } from "@kiln/admission";
import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const EVENTS = "/api/v1/namespaces/default/events";

function start(...limits: Pick<EventLimit, "type">[]): Promise<TestServer> {
  const full = limits.map((limit) => ({ qps: 1, burst: 2, cacheSize: 2, ...limit }));
  const enabled = ["EventRateLimit"];
  return startTestServer({ admission: selectPlugins({ enabled }, [createEventRateLimit(full)]) });
}

let made = 0;

function event(name: string): JsonObject {
  const involvedObject = { kind: "Pod", namespace: "default", name };
  return { metadata: { name: `e${++made}` }, involvedObject, source: { component: "me" } };
}

async function post({ send }: TestServer, body: JsonObject, path = EVENTS) {
  const { status, json } = await send("POST", path, { body });
  return status === 201 ? "created" : json?.message;
}

describe("EventRateLimit", () => {
  const reached = "Too many requests: limit reached on type Server for key ";

  it("takes a burst, then as many as the rate allows", async () => {
    const server = await start({ type: "Server" });
    const send = () => post(server, event("a"));
    expect([await send(), await send(), await send()]).toEqual(["created", "created", reached]);
    server.clock.advance(1000);
    expect([await send(), await send()]).toEqual(["created", reached]);
  });

  it("answers 429 without saying when to come back", async () => {
    const server = await start({ type: "Server" });
    await post(server, event("a"));
    await post(server, event("a"));
    const { status, json } = await server.send("POST", EVENTS, { body: event("a") });
    expect(status).toBe(429);
    expect(json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: reached,
      reason: "TooManyRequests",
      code: 429,
    });
  });

  it("counts each source and object by itself, and tells only so many apart", async () => {
    const server = await start({ type: "SourceAndObject" });
    const send = (name: string) => post(server, event(name));
    const refused = "Too many requests: limit reached on type SourceAndObject for key mePoddefaulta";
    expect([await send("a"), await send("a"), await send("a")]).toEqual(["created", "created", refused]);
    expect([await send("b"), await send("c"), await send("a")]).toEqual(["created", "created", "created"]);
  });

  it("says of every limit that it is reached", async () => {
    const server = await start({ type: "Namespace" }, { type: "User" });
    await post(server, event("a"));
    await post(server, event("b"));
    const why = "limit reached on type Namespace for key default, limit reached on type User for key test-admin";
    expect(await post(server, event("c"))).toBe(`Too many requests: [${why}]`);
  });

  it("counts neither dry runs nor Events of the other group nor anything else", async () => {
    const server = await start({ type: "Server" });
    for (const _ of [1, 2, 3]) {
      expect(await post(server, event("a"), `${EVENTS}?dryRun=All`)).toBe("created");
    }
    const other = { ...event("a"), involvedObject: undefined, source: undefined };
    const regarding = { kind: "Pod", namespace: "default", name: "a" };
    const body = { ...other, regarding, reportingController: "a/b", reportingInstance: "c", action: "d", reason: "e" };
    const full: JsonObject = JSON.parse(
      JSON.stringify({ ...body, eventTime: "2026-01-02T03:04:05.000000Z", type: "Normal" }),
    );
    for (const name of ["x", "y", "z"]) {
      expect(
        await post(server, { ...full, metadata: { name } }, "/apis/events.k8s.io/v1/namespaces/default/events"),
      ).toBe("created");
    }
    expect(await post(server, event("a"))).toBe("created");
  });
});
