import { readFileSync } from "node:fs";
import https from "node:https";
import { join } from "node:path";
import { decodeUtf8, type JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { TEST_CLIENT_CERT, TEST_CLIENT_KEY } from "@kiln/api/testing/certificates";
import { describe, expect, it, onTestFinished } from "vitest";
import { diffJson } from "./diff-json.ts";
import { serveWebhook, type WebhookServerOptions } from "./node-serve-webhook.ts";
import { post, printReview, send, startWebhook, writeCertificates } from "./testing/start-webhook.ts";

describe("serveWebhook()", () => {
  it.each(["v1", "v1beta1"])("answers an AdmissionReview of %s in its version", async (version) => {
    const { server } = await startWebhook({
      handlers: { "/deny": { admit: () => ({ allowed: false, message: "no", code: 418, warnings: ["w"] }) } },
    });
    const { text } = await post(server.port, "/deny?timeout=10s", printReview(undefined, version));
    expect(JSON.parse(text)).toEqual({
      kind: "AdmissionReview",
      apiVersion: `admission.k8s.io/${version}`,
      response: { uid: "u1", allowed: false, status: { message: "no", code: 418 }, warnings: ["w"] },
    });
  });

  it("sends what changed as a patch", async () => {
    const after = { kind: "Widget", spec: { b: 2 }, list: [1, 2], "a/b~c": 1 };
    const { server } = await startWebhook({
      handlers: { "/m": { admit: ({ object }) => ({ allowed: true, patch: diffJson(object ?? {}, after) }) } },
    });
    const { response } = JSON.parse((await post(server.port, "/m", printReview())).text);
    expect(response.patchType).toBe("JSONPatch");
    expect(JSON.parse(atob(response.patch))).toEqual([
      { op: "remove", path: "/spec/a" },
      { op: "add", path: "/spec/b", value: 2 },
      { op: "replace", path: "/list", value: [1, 2] },
      { op: "add", path: "/a~1b~0c", value: 1 },
    ]);
  });

  it("converts all objects or none", async () => {
    const { server } = await startWebhook({
      handlers: {
        "/c": {
          convert: (object, apiVersion) => {
            if (object.bad === true) {
              throw new Error("cannot convert");
            }
            return { ...object, apiVersion };
          },
        },
      },
    });
    const ask = async (objects: JsonObject[]) => {
      const request = { uid: "u", desiredAPIVersion: "g/v2", objects };
      const body = JSON.stringify({ kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request });
      return JSON.parse((await post(server.port, "/c", body)).text).response;
    };
    const done = { uid: "u", convertedObjects: [{ apiVersion: "g/v2" }], result: { status: "Success" } };
    expect(await ask([{ apiVersion: "g/v1" }])).toEqual(done);
    const failed = { uid: "u", convertedObjects: [], result: { status: "Failure", message: "cannot convert" } };
    expect(await ask([{ apiVersion: "g/v1" }, { bad: true }])).toEqual(failed);
  });

  it.each([
    ["not JSON", "{", 400],
    ["not a review", "{}", 400],
    ["a review of another kind", '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}', 400],
    ["a review without a request", '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}', 400],
    ["a review with two requests", `${printReview().slice(0, -1)},"request":{"uid":"u2"}}`, 400],
    ["a review and more", `${printReview()}{}`, 400],
    ["nested without end", "[".repeat(900), 400],
    ["nothing", "", 400],
    ["too long", " ".repeat(2000), 413],
  ])("refuses what is %s", async (_, body, status) => {
    const { server } = await startWebhook({ handlers: { "/v": { admit: () => ({ allowed: true }) } }, maxBytes: 1000 });
    expect((await post(server.port, "/v", body)).status).toBe(status);
  });

  it("fails if its handler does, and logs it", async () => {
    const faults: unknown[] = [];
    const broken = new Error("broken");
    const { server } = await startWebhook({
      handlers: {
        "/v": {
          admit: () => {
            throw broken;
          },
        },
      },
      onFault: (error) => faults.push(error),
    });
    expect((await post(server.port, "/v", printReview())).status).toBe(500);
    expect(faults).toEqual([broken]);
  });

  it("gives up when the caller would not wait any longer", async () => {
    const clock = createManualClock(new Date(0));
    const aborted: boolean[] = [];
    const { server } = await startWebhook({
      clock,
      handlers: {
        "/slow": {
          admit: async (_, signal) => {
            clock.advance(2000);
            aborted.push(signal.aborted);
            return { allowed: true };
          },
        },
      },
    });
    expect((await post(server.port, "/slow?timeout=2s", printReview())).status).toBe(504);
    expect(aborted).toEqual([true]);
  });

  it("answers probes, counts, and knows nothing else", async () => {
    let isReady = false;
    const { server } = await startWebhook({
      handlers: { "/v": { admit: () => ({ allowed: true }) } },
      isReady: () => isReady,
      clock: createManualClock(new Date(0)),
    });
    await post(server.port, "/v", printReview());
    expect((await send(server.port, "/healthz")).text).toBe("ok");
    expect((await send(server.port, "/readyz")).status).toBe(503);
    isReady = true;
    expect((await send(server.port, "/readyz")).status).toBe(200);
    expect((await send(server.port, "/metrics")).text).toContain('webhook_requests_total{path="/v",code="200"} 1');
    expect((await send(server.port, "/__proto__")).status).toBe(404);
    expect((await send(server.port, "/v")).status).toBe(405);
  });

  it("answers reviews only of those whose certificate it knows", async () => {
    const tls = writeCertificates();
    const { server } = await startWebhook({ tls, handlers: { "/v": { admit: () => ({ allowed: true }) } } });
    expect((await post(server.port, "/v", printReview())).status).toBe(401);
    expect((await send(server.port, "/healthz")).status).toBe(200);
    const known = { method: "POST", body: printReview(), cert: TEST_CLIENT_CERT, key: TEST_CLIENT_KEY };
    expect((await send(server.port, "/v", known)).status).toBe(200);
  });

  it("takes only those names, if there is a list of names", async () => {
    const tls = writeCertificates();
    const known = { method: "POST", body: printReview(), cert: TEST_CLIENT_CERT, key: TEST_CLIENT_KEY };
    for (const [name, status] of [
      ["test-admin", 200],
      ["another", 403],
    ] as const) {
      const handlers = { "/v": { admit: () => ({ allowed: true }) } };
      const { server } = await startWebhook({ tls, handlers, allowedNames: [name] });
      expect((await send(server.port, "/v", known)).status).toBe(status);
    }
  });

  it.each(["none", "request"] as const)(
    "takes callers without certificate if client-auth is %s",
    async (clientAuth) => {
      const { server } = await startWebhook({
        tls: writeCertificates(),
        clientAuth,
        handlers: { "/v": { admit: () => ({ allowed: true }) } },
      });
      expect((await post(server.port, "/v", printReview())).status).toBe(200);
    },
  );

  it("keeps idle connections for longer than API servers do, which drop theirs after 90 seconds", async () => {
    const { server } = await startWebhook({ handlers: { "/v": { admit: () => ({ allowed: true }) } } });
    const agent = new https.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const { keepAlive } = await send(server.port, "/v", { method: "POST", body: printReview(), agent });
    expect(keepAlive).toBe("timeout=120");
  });

  it("takes JSON and nothing else", async () => {
    const { server } = await startWebhook({ handlers: { "/v": { admit: () => ({ allowed: true }) } } });
    const ask = (type: string) =>
      send(server.port, "/v", { method: "POST", body: printReview(), headers: { "content-type": type } });
    expect((await ask("application/json; charset=utf-8")).status).toBe(200);
    expect((await ask("text/plain")).status).toBe(415);
    expect((await send(server.port, "/v", { method: "POST", body: printReview(), headers: {} })).status).toBe(415);
  });

  it("answers probes and metrics, and nothing else, on a port without TLS", async () => {
    const { server } = await startWebhook({
      probes: { host: "127.0.0.1", port: 0 },
      handlers: { "/v": { admit: () => ({ allowed: true }) } },
      printMetrics: () => "mine 1\n",
    });
    const get = (path: string) => fetch(`http://127.0.0.1:${server.probePort}${path}`);
    expect((await get("/readyz")).status).toBe(200);
    expect((await get("/v")).status).toBe(404);
    const metrics = await (await get("/metrics")).text();
    expect(metrics).toMatch(/^webhook_certificate_expiry_timestamp_seconds [1-9]/m);
    expect(metrics).toMatch(/^mine 1$/m);
  });

  it("goes on answering for a while after it gave its readiness up", async () => {
    const clock = createManualClock(new Date(0));
    let reviews = 0;
    const admit = () => {
      reviews++;
      return { allowed: true };
    };
    const { server } = await startWebhook({ clock, shutdownDelayMs: 5000, handlers: { "/v": { admit } } });
    const stopped = server.close();
    expect((await post(server.port, "/v", printReview())).status).toBe(200);
    expect((await send(server.port, "/readyz")).status).toBe(503);
    clock.advance(5000);
    await stopped;
    await postToStopped(server.port);
    expect(reviews).toBe(1);
  });

  it("lets what is under way end before it stops", async () => {
    let reviews = 0;
    let stopped: Promise<void> | undefined;
    const admit = () => {
      reviews++;
      stopped = server.close();
      return { allowed: true };
    };
    const { server } = await startWebhook({ graceMs: 60_000, handlers: { "/v": { admit } } });
    expect((await post(server.port, "/v", printReview())).status).toBe(200);
    await stopped;
    await postToStopped(server.port);
    expect(reviews).toBe(1);
  });
});

/** Sends a review to a port that was closed. Another test's server may have the port by now, so any outcome is accepted. */
async function postToStopped(port: number): Promise<void> {
  await post(port, "/v", printReview()).catch(() => {});
}

describe("README.md", () => {
  it("shows a webhook that works", async () => {
    const page = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
    const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
    const body = code.replace(/^import .*$/gm, "").replace("const webhook =", "return");
    const { certFile, keyFile } = writeCertificates();
    const served = await new Function("serveWebhook", "diffJson", `return (async () => {${body}})()`)(
      (options: WebhookServerOptions) => serveWebhook({ ...options, tls: { certFile, keyFile }, port: 0 }),
      diffJson,
    );
    onTestFinished(() => served.close());
    const ask = async (path: string, object: JsonObject) => {
      const { text } = await post(served.port, path, printReview({ uid: "u", object }));
      return JSON.parse(text).response as JsonObject;
    };
    expect(await ask("/validate", {})).toMatchObject({ allowed: false, status: { message: "spec is missing" } });
    expect(await ask("/validate", { spec: {} })).toMatchObject({ allowed: true });
    const { patch } = await ask("/mutate", { spec: {} });
    expect(JSON.parse(decodeUtf8(Uint8Array.from(atob(String(patch)), (char) => char.charCodeAt(0))))).toEqual([
      { op: "add", path: "/spec/size", value: "s" },
    ]);
  });
});
