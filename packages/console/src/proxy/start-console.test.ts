import { request as sendHttp } from "node:http";
import { connect } from "node:net";
import { type ClientRequest, ConnectionError, type Transport } from "@kiln/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { toPageFile } from "./page-files.ts";
import { type Console, startConsole } from "./start-console.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("startConsole()", () => {
  let running: Console;
  let sent: ClientRequest[];
  let respond: Transport["send"];

  beforeEach(async () => {
    sent = [];
    respond = async () => ({
      status: 200,
      headers: { "content-type": "application/json", "set-cookie": "x=y", "access-control-allow-origin": "*" },
      body: chunks('{"kind":', '"Status"}'),
    });
    running = await startConsole({
      transport: {
        send: (request) => {
          sent.push(request);
          return respond(request);
        },
        close() {},
      },
      cluster: { server: "https://example.com:6443", namespace: "default" },
      files: new Map([["/index.html", toPageFile("index.html", encode("<p>page</p>"))]]),
      port: 0,
    });
  });
  afterEach(() => running.close());

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly text: string;
  }

  /** Sends a request as a browser with the open page does. `headers` replace its own; undefined ones are removed. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string | undefined> = {},
    body = "",
  ): Promise<Answer> {
    const origin = `http://127.0.0.1:${running.port}`;
    const all = { host: `127.0.0.1:${running.port}`, origin, "sec-fetch-site": "same-origin", ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const options = { port: running.port, host: "127.0.0.1", method, path, headers: given as Record<string, string> };
      const outgoing = sendHttp(options, async (response) => {
        let text = "";
        for await (const chunk of response) {
          text += String(chunk);
        }
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  async function open(): Promise<{ cookie: string; "x-kiln-console-key": string }> {
    const token = running.newLink().split("#token=")[1] ?? "";
    const answer = await send("POST", "/session", {}, token);
    const [cookie = ""] = (answer.headers["set-cookie"] as string[]) ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    return { cookie: cookie.split(";")[0] ?? "", "x-kiln-console-key": JSON.parse(answer.text).key };
  }

  it("serves the page with a policy that lets nothing in from elsewhere", async () => {
    const { status, text, headers } = await send("GET", "/", { origin: undefined });
    expect([status, text]).toEqual([200, "<p>page</p>"]);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(await send("GET", "/../package.json")).toMatchObject({ status: 404 });
  });

  it("opens a session with the token of its link, once", async () => {
    const token = running.newLink().split("#token=")[1] ?? "";
    expect(await send("POST", "/session", {}, token)).toMatchObject({ status: 200 });
    const again = await send("POST", "/session", {}, token);
    expect(again).toMatchObject({ status: 401, headers: { "x-kiln-console-problem": "session" } });
    expect(again.text).toContain("this link was used already");
  });

  it("forwards requests of a session, without credentials of the page and without cookies of the cluster", async () => {
    const session = await open();
    const headers = { ...session, authorization: "Bearer x", "impersonate-user": "root", accept: "application/json" };
    const answer = await send("GET", "/cluster/api/v1/pods?limit=1", headers);
    expect(answer).toMatchObject({ status: 200, text: '{"kind":"Status"}' });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
    expect(sent).toMatchObject([
      {
        method: "GET",
        target: "/api/v1/pods?limit=1",
        headers: { accept: "application/json", "user-agent": "kiln-console" },
      },
    ]);
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(["accept", "user-agent"]);
  });

  it.each([
    ["no cookie", { cookie: undefined }],
    ["no key", { "x-kiln-console-key": undefined }],
    ["a key of another session", { "x-kiln-console-key": "other" }],
  ])("answers 401 to requests with %s", async (_, headers) => {
    const answer = await send("GET", "/cluster/api/v1/pods", { ...(await open()), ...headers });
    expect(answer).toMatchObject({ status: 401, headers: { "x-kiln-console-problem": "session" } });
    expect(sent).toEqual([]);
  });

  it.each([
    ["a name that leads to this machine", "GET", { host: "attacker.example:80" }],
    ["another port", "GET", { host: "127.0.0.1:1" }],
    ["another origin", "POST", { origin: "http://127.0.0.1:1" }],
    ["an opaque origin", "POST", { origin: "null" }],
    ["a write without an origin", "DELETE", { origin: undefined }],
    ["a link on another site", "GET", { origin: undefined, "sec-fetch-site": "cross-site" }],
    ["a page on another port", "GET", { origin: undefined, "sec-fetch-site": "same-site" }],
  ])("answers 403 to %s, whatever session it has", async (_, method, headers) => {
    const answer = await send(method, "/cluster/api/v1/pods", { ...(await open()), ...headers });
    expect(answer).toMatchObject({ status: 403, headers: { "x-kiln-console-problem": "request" } });
    expect(sent).toEqual([]);
  });

  it("tells a cluster that is not reached from one that refuses", async () => {
    const session = await open();
    respond = async () => {
      throw new ConnectionError("https://example.com:6443: connect ECONNREFUSED");
    };
    expect(await send("GET", "/cluster/api", session)).toMatchObject({
      status: 502,
      headers: { "x-kiln-console-problem": "unreachable" },
      text: "https://example.com:6443: connect ECONNREFUSED\n",
    });
    respond = async () => ({ status: 401, headers: {}, body: chunks("Unauthorized") });
    const refused = await send("GET", "/cluster/api", session);
    expect(refused).toMatchObject({ status: 401, text: "Unauthorized" });
    expect(refused.headers["x-kiln-console-problem"]).toBeUndefined();
  });

  it("refuses a body that no API server would take", async () => {
    const body = "x".repeat(9 * 1024 * 1024);
    const answer = await send("POST", "/cluster/api/v1/pods", await open(), body).catch(() => ({ status: 413 }));
    expect(answer.status).toBe(413);
    expect(sent).toEqual([]);
  });

  function watch(session: Awaited<ReturnType<typeof open>>, origin: string): WebSocket {
    const target = encodeURIComponent("/api/v1/pods?watch=true");
    const protocols = ["kiln-console", `kiln-console-key.${session["x-kiln-console-key"]}`];
    const headers = { cookie: session.cookie, origin };
    return new WebSocket(`ws://127.0.0.1:${running.port}/stream?target=${target}&accept=text%2Fplain`, protocols, {
      headers,
    });
  }

  it("streams watches as WebSockets, and ends them at the cluster when the page goes away", async () => {
    const session = await open();
    const ended = new Promise<void>((resolve) => {
      respond = async ({ signal }) => {
        signal?.addEventListener("abort", () => resolve());
        return {
          status: 200,
          headers: { "content-type": "application/json" },
          body: neverEnding('{"type":"ADDED"}\n'),
        };
      };
    });
    const socket = watch(session, `http://127.0.0.1:${running.port}`);
    const messages: string[] = [];
    await new Promise<void>((resolve) => {
      socket.on("message", (data) => {
        messages.push(String(data));
        if (messages.length === 2) {
          resolve();
        }
      });
    });
    expect(messages).toEqual(['{"status":200,"headers":{"content-type":"application/json"}}', '{"type":"ADDED"}\n']);
    expect(sent).toMatchObject([{ target: "/api/v1/pods?watch=true", headers: { accept: "text/plain" } }]);
    socket.close();
    await ended;
  });

  it.each(["//", "//[", "/stream?target=%", "http://[/"])("refuses an upgrade of %s and goes on", async (path) => {
    const socket = connect(running.port, "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) {
      text += String(chunk);
    }
    expect(text).toMatch(/^HTTP\/1.1 403 /);
    expect(await send("GET", "/")).toMatchObject({ status: 200 });
  });

  it("opens no watch for another origin or another session", async () => {
    const session = await open();
    const failures = [
      watch(session, "http://attacker.example"),
      watch({ ...session, "x-kiln-console-key": "other" }, `http://127.0.0.1:${running.port}`),
      watch({ ...session, cookie: "" }, `http://127.0.0.1:${running.port}`),
    ].map((socket) => new Promise((resolve) => socket.on("error", ({ message }) => resolve(message))));
    expect(await Promise.all(failures)).toEqual(Array(3).fill("Unexpected server response: 403"));
    expect(sent).toEqual([]);
  });
});

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const text of texts) {
    yield encode(text);
  }
}

async function* neverEnding(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield encode(text);
  await new Promise(() => {});
}
