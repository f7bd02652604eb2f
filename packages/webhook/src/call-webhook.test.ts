import { createServer } from "node:http";
import https from "node:https";
import type { AddressInfo, Server } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { createSystemClock, type JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { TEST_CA, TEST_SERVER_CERT, TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { afterEach, describe, expect, it } from "vitest";
import { callWebhook, type WebhookCaller } from "./call-webhook.ts";
import type { WebhookClientConfig } from "./client-config.ts";
import { openWebhookTransport } from "./node-transport.ts";

const opened: { close(): unknown }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) {
    one.close();
  }
});

const CA_BUNDLE = Buffer.from(TEST_CA).toString("base64");

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push({
    close: () => {
      server.close();
      (server as Partial<https.Server>).closeAllConnections?.();
    },
  });
  return (server.address() as AddressInfo).port;
}

async function startHook(answer: https.RequestOptions | Parameters<typeof https.createServer>[1]): Promise<string> {
  const server = https.createServer({ cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY }, answer as never);
  return `https://127.0.0.1:${await listen(server)}`;
}

function caller(settings: Partial<WebhookCaller> = {}): WebhookCaller {
  const transport = openWebhookTransport();
  opened.push(transport);
  return {
    transport,
    clock: createSystemClock(globalThis),
    resolveService: ({ name }) => {
      throw new Error(`service "${name}" not found`);
    },
    ...settings,
  };
}

/** Calls the webhook. Returns the response or the error message, without the webhook's address. */
async function call(by: WebhookCaller, clientConfig: WebhookClientConfig, timeoutMs = 10_000) {
  try {
    return await callWebhook(by, { clientConfig, review: { kind: "AdmissionReview" }, timeoutMs });
  } catch (error) {
    return (error as Error).message.replaceAll(/127\.0\.0\.1:\d+/g, "HOOK");
  }
}

describe("callWebhook()", () => {
  it("posts the review, says how long it waits, and returns what came back", async () => {
    const seen: JsonObject[] = [];
    const url = await startHook((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        seen.push({ path: request.url ?? "", type: request.headers["content-type"] ?? "", body: JSON.parse(body) });
        response.end('{"kind":"AdmissionReview"}');
      });
    });
    const by = caller();
    expect(await call(by, { url: `${url}/a`, caBundle: CA_BUNDLE }, 2500)).toEqual({ kind: "AdmissionReview" });
    const body = { kind: "AdmissionReview" };
    expect(seen).toEqual([{ path: "/a?timeout=3s", type: "application/json", body }]);
  });

  it.each([
    [500, "oops", {}, 'an error on the server ("oops") has prevented the request from succeeding'],
    [
      500,
      "{}",
      { "content-type": "application/json" },
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [404, "", {}, "the server could not find the requested resource"],
    [403, "no", {}, "no"],
    [302, "", {}, "the server responded with the status code 302 but did not return more information"],
    [500, '{"kind":"Status","apiVersion":"v1","message":"mine"}', {}, "mine"],
    [200, "", {}, "0-length response with status code: 200 and content type: application/json"],
    [200, "{", {}, "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [
      200,
      "<html>",
      {},
      "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { " +
        'APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    ],
  ])("says what is wrong with an answer of %i %j", async (status, text, headers, message) => {
    const url = await startHook((_, response) => {
      response.writeHead(status, headers).end(text);
    });
    expect(await call(caller(), { url, caBundle: CA_BUNDLE })).toBe(message);
  });

  it("reports a refused connection", async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await call(caller(), { url: `https://127.0.0.1:${port}/x` })).toBe(
      'Post "https://HOOK/x?timeout=10s": dial tcp HOOK: connect: connection refused',
    );
  });

  it("trusts only what the bundle says", async () => {
    const url = await startHook((_, response) => {
      response.end("{}");
    });
    expect(await call(caller(), { url })).toBe(
      'Post "https://HOOK/?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority',
    );
    expect(await call(caller(), { url, caBundle: "bm8=" })).toBe(
      "unable to load root certificates: unable to parse bytes as PEM block",
    );
  });

  it("trusts a bundle that holds the serving certificate and not its authority, as envtest writes it", async () => {
    const url = await startHook((_, response) => {
      response.end('{"kind":"AdmissionReview"}');
    });
    const caBundle = Buffer.from(TEST_SERVER_CERT).toString("base64");
    expect(await call(caller(), { url, caBundle })).toEqual({ kind: "AdmissionReview" });
  });

  it.each([307, 308])("sends the review again to where an answer of %i leads", async (status) => {
    const url = await startHook(async (request, response) => {
      if (request.url?.startsWith("//") === true) {
        response.writeHead(status, { location: request.url.slice(1) }).end("<a>Temporary Redirect</a>");
        return;
      }
      let body = "";
      for await (const chunk of request) {
        body += String(chunk);
      }
      response.end(JSON.stringify({ kind: "AdmissionReview", path: request.url ?? "", body }));
    });
    expect(await call(caller(), { url: `${url}//validate`, caBundle: CA_BUNDLE })).toEqual({
      kind: "AdmissionReview",
      path: "/validate?timeout=10s",
      body: '{"kind":"AdmissionReview"}',
    });
  });

  it("gives up at the tenth redirect, and at one to plain http", async () => {
    let calls = 0;
    const around = await startHook((_, response) => {
      calls++;
      response.writeHead(307, { location: "/again" }).end();
    });
    expect(await call(caller(), { url: around, caBundle: CA_BUNDLE })).toBe(
      'Post "https://HOOK/?timeout=10s": stopped after 10 redirects',
    );
    expect(calls).toBe(10);
    const plain = await startHook((_, response) => {
      response.writeHead(307, { location: "http://127.0.0.1:1/plain" }).end();
    });
    expect(await call(caller(), { url: plain, caBundle: CA_BUNDLE })).toBe(
      'Post "https://HOOK/?timeout=10s": redirected to http://HOOK/plain: webhooks must use https',
    );
  });

  it("shows its credentials to the host of the URL alone", async () => {
    const seen: (string | undefined)[] = [];
    const other = await startHook((request, response) => {
      seen.push(request.headers.authorization);
      response.end("{}");
    });
    const url = await startHook((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(307, { location: other }).end();
    });
    await call(caller({ findCredentials: () => ({ token: "secret" }) }), { url, caBundle: CA_BUNDLE });
    expect(seen).toEqual(["Bearer secret", undefined]);
  });

  it("names a webhook without TLS", async () => {
    const port = await listen(createServer((_, response) => response.end("{}")));
    expect(await call(caller(), { url: `https://127.0.0.1:${port}`, caBundle: CA_BUNDLE })).toBe(
      'Post "https://HOOK/?timeout=10s": http: server gave HTTP response to HTTPS client',
    );
  });

  it("notices a webhook that hangs up before and in the middle of its answer", async () => {
    const silent = await startHook((request) => {
      request.socket.destroy();
    });
    expect(await call(caller(), { url: silent, caBundle: CA_BUNDLE })).toBe('Post "https://HOOK/?timeout=10s": EOF');
    const broken = await startHook((_, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write('{"kind":', () => response.socket?.destroy());
    });
    expect(await call(caller(), { url: broken, caBundle: CA_BUNDLE })).toBe(
      "unexpected error when reading response body. Please retry. Original error: unexpected EOF",
    );
  });

  it("reads no more than so much", async () => {
    const url = await startHook((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on("drain", more);
      more();
    });
    expect(await call(caller(), { url, caBundle: CA_BUNDLE })).toBe(
      "unexpected error when reading response body. Please retry. Original error: the response is longer than 16777216 bytes",
    );
  });

  it("reads no body of a million tiny chunks", async () => {
    const url = await startHook((_, response) => {
      const { socket } = response;
      socket?.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const more = () => {
        while (socket?.write("1\r\n \r\n".repeat(4096)) === true) {}
      };
      socket?.on("drain", more);
      more();
    });
    expect(await call(caller(), { url, caBundle: CA_BUNDLE })).toBe(
      "unexpected error when reading response body. Please retry. Original error: the response has chunks of less than 64 bytes",
    );
  });

  it("ends a call that is answered by one interim response after another", async () => {
    const url = await startHook((_, response) => {
      response.socket?.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(6));
    });
    expect(await call(caller(), { url, caBundle: CA_BUNDLE })).toBe(
      'Post "https://HOOK/?timeout=10s": net/http: too many 1xx informational responses',
    );
  });

  it("ends a call that is answered by another protocol", async () => {
    const url = await startHook((_, response) => {
      response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n");
    });
    expect(await call(caller(), { url, caBundle: CA_BUNDLE })).toBe(
      'Post "https://HOOK/?timeout=10s": the webhook switched to another protocol',
    );
  });

  it("waits no longer than it said", async () => {
    const clock = createManualClock(new Date(0));
    const url = await startHook(() => clock.advance(1000));
    expect(await call(caller({ clock }), { url, caBundle: CA_BUNDLE }, 1000)).toBe(
      'Post "https://HOOK/?timeout=1s": context deadline exceeded',
    );
  });

  it("waits no longer for the rest of an answer", async () => {
    const clock = createManualClock(new Date(0));
    const url = await startHook((_, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write('{"kind":', () => setTimeout(() => clock.advance(1000), 50));
    });
    expect(await call(caller({ clock }), { url, caBundle: CA_BUNDLE }, 1000)).toBe(
      "unexpected error when reading response body. Please retry. Original error: context deadline exceeded",
    );
  });

  it("keeps a connection for later calls, and not that of a call that was given up", async () => {
    const clock = createManualClock(new Date(0));
    const ports: unknown[] = [];
    const url = await startHook((request, response) => {
      ports.push(request.socket.remotePort);
      if (ports.length === 3) {
        clock.advance(1000);
        return;
      }
      response.setHeader("content-type", "application/json").end("{}");
    });
    const by = caller({ clock });
    for (let turn = 0; turn < 4; turn++) {
      await call(by, { url, caBundle: CA_BUNDLE }, 1000);
    }
    expect(new Set(ports.slice(0, 3)).size).toBe(1);
    expect(ports[3]).not.toBe(ports[0]);
  });

  it("sends the review again over a new connection if the webhook closed the idle one", async () => {
    const sockets = new Set<unknown>();
    let calls = 0;
    const url = await startHook((request, response) => {
      calls++;
      if (sockets.has(request.socket)) {
        request.socket.destroy();
        return;
      }
      sockets.add(request.socket);
      response.setHeader("content-type", "application/json").end("{}");
    });
    const by = caller();
    for (let turn = 0; turn < 3; turn++) {
      expect(await call(by, { url, caBundle: CA_BUNDLE })).toEqual({});
    }
    expect([calls, sockets.size]).toEqual([5, 3]);
  });

  it("does not use a connection again over which the webhook sent more than it was asked for", async () => {
    const ports = new Set<unknown>();
    const server = createTlsServer({ cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY }, (socket) => {
      ports.add(socket.remotePort);
      const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
      socket.on("error", () => {});
      socket.on("data", () => socket.write(answer + answer));
    });
    const url = `https://127.0.0.1:${await listen(server)}`;
    const by = caller();
    expect([await call(by, { url, caBundle: CA_BUNDLE }), await call(by, { url, caBundle: CA_BUNDLE })]).toEqual([
      {},
      {},
    ]);
    expect(ports.size).toBe(2);
  });

  it("finds a service where the resolver says it is, by the name of the service", async () => {
    const url = await startHook((request, response) => {
      response.end(JSON.stringify({ host: request.headers.host ?? "", url: request.url ?? "" }));
    });
    const at = { host: "127.0.0.1", port: Number(new URL(url).port) };
    const service = { namespace: "ns", name: "hook", path: "a//b" };
    expect(await call(caller({ resolveService: () => at }), { service, caBundle: CA_BUNDLE })).toBe(
      'Post "https://hook.ns.svc:443/a/b?timeout=10s": tls: failed to verify certificate: x509: certificate is valid for HOST, localhost, not hook.ns.svc'.replace(
        "HOST",
        "127.0.0.1",
      ),
    );
    expect(await call(caller(), { service })).toBe(
      'Post "https://hook.ns.svc:443/a/b?timeout=10s": service "hook" not found',
    );
  });

  it("calls nothing where nothing is named", async () => {
    expect(await call(caller(), {})).toBe("webhook configuration must have either service or URL");
  });
});
