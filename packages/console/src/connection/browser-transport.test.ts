import { ConnectionError } from "@kiln/client";
import { describe, expect, it } from "vitest";
import { createBrowserTransport } from "./browser-transport.ts";
import { ConsoleError, openSession } from "./session.ts";

/** Fetch function that returns these responses in order. */
function answering(...answers: readonly (Response | Error)[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch = (async (url: string, init: RequestInit = {}) => {
    requests.push({ url, init });
    const answer = answers[requests.length - 1] ?? new Error("no more");
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  }) as typeof globalThis.fetch;
  return { fetch, requests };
}

const problem = (kind: string, text: string, status = 401) =>
  new Response(text, { status, headers: { "x-kiln-console-problem": kind } });

/** These tests open no watch. */
const NO_SOCKETS = undefined as unknown as typeof WebSocket;

function transportWith(fetch: typeof globalThis.fetch) {
  return createBrowserTransport({
    key: "k",
    prefix: "/clusters/one",
    fetch,
    socketOrigin: "ws://x",
    WebSocket: NO_SOCKETS,
  });
}

const request = { method: "GET", target: "/api", headers: { accept: "application/json", "user-agent": "x" } };

describe("createBrowserTransport()", () => {
  it("sends the key of the session, and below the path of the cluster that is shown", async () => {
    const { fetch, requests } = answering(new Response("{}", { headers: { "Content-Type": "application/json" } }));
    const response = await transportWith(fetch).send(request);
    expect(response).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    expect(requests).toMatchObject([
      {
        url: "/cluster/clusters/one/api",
        init: { headers: { accept: "application/json", "x-kiln-console-key": "k" } },
      },
    ]);
  });

  it("tells a cluster or a console that is away from a session that has ended", async () => {
    const { fetch } = answering(
      problem("unreachable", "away", 502),
      new TypeError("failed"),
      problem("session", "ended"),
    );
    const transport = transportWith(fetch);
    await expect(transport.send(request)).rejects.toThrow(new ConnectionError("away"));
    await expect(transport.send(request)).rejects.toThrow("kiln console does not answer: it has stopped");
    await expect(transport.send(request)).rejects.toBeInstanceOf(ConsoleError);
  });

  it("hands refusals of the cluster on as answers", async () => {
    const { fetch } = answering(new Response("no", { status: 403 }));
    expect(await transportWith(fetch).send(request)).toMatchObject({ status: 403 });
  });
});

describe("openSession()", () => {
  function hostOf(hash: string, fetch: typeof globalThis.fetch) {
    const kept = new Map<string, string>();
    let isForgotten = false;
    return {
      kept,
      isForgotten: () => isForgotten,
      host: {
        fetch,
        location: { hash },
        storage: {
          getItem: (key: string) => kept.get(key) ?? null,
          setItem: (key: string, value: string) => kept.set(key, value),
        },
        forgetToken: () => {
          isForgotten = true;
        },
      },
    };
  }

  it("exchanges the token of the link, and takes it out of the address", async () => {
    const cluster = { server: "https://x", namespace: "default" };
    const { fetch, requests } = answering(Response.json({ key: "new" }), Response.json(cluster));
    const { host, isForgotten } = hostOf("#token=abc", fetch);
    expect(await openSession(host)).toEqual({ key: "new", cluster });
    expect(requests).toMatchObject([{ url: "/session", init: { method: "POST", body: "abc" } }, { url: "/session" }]);
    expect(isForgotten()).toBe(true);
  });

  it("goes on with the session of the browser where the link was used, and else says so", async () => {
    const cluster = { server: "https://x", namespace: "default" };
    const used = answering(problem("session", "used"), Response.json(cluster));
    const first = hostOf("#token=abc", used.fetch);
    first.kept.set("kiln-console-key", "old");
    expect(await openSession(first.host)).toEqual({ key: "old", cluster });
    const ended = answering(problem("session", "used"), problem("session", "ended"));
    await expect(openSession(hostOf("#token=abc", ended.fetch).host)).rejects.toThrow("used");
  });
});
