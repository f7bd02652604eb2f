import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "@kiln/api";
import { createManualClock, type ManualClock } from "@kiln/api/testing";
import type { ApiServerOptions } from "@kiln/apiserver";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { openWebhookTransport } from "@kiln/webhook/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Certificates, makeCertificates } from "../replay/make-certificates.ts";

/** How a webhook misbehaves, and what Kubernetes answers a client that had to wait for it. */
interface Fault {
  readonly answer: Answer;
  readonly message: string;
  readonly timeoutSeconds?: number;
}

/** The server's clock stands still unless a webhook lets it go on. */
type Answer = (request: IncomingMessage, response: ServerResponse, clock: ManualClock) => unknown;

const json = (response: ServerResponse, value: unknown) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
};

async function readReview(request: IncomingMessage): Promise<{ request: { uid: string } }> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
  }
  return JSON.parse(text);
}

const review = (response: JsonObject) => ({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response });

const FAULTS: Readonly<Record<string, Fault>> = {
  hangs: {
    answer: (_request, _response, clock) => clock.advance(1000),
    timeoutSeconds: 1,
    message: 'failed to call webhook: Post "HOOK/hangs?timeout=1s": context deadline exceeded',
  },
  "stops in the middle": {
    answer: (_, response, clock) => {
      // Once there is room for more, the other side has begun to read.
      response.once("drain", () => clock.advance(1000));
      response.write(" ".repeat(8 * 1024 * 1024));
    },
    timeoutSeconds: 1,
    message:
      "failed to call webhook: unexpected error when reading response body. Please retry. Original error: " +
      "context deadline exceeded",
  },
  "hangs up at once": {
    answer: (request) => {
      request.socket.destroy();
    },
    message: 'failed to call webhook: Post "HOOK/hangs-up-at-once?timeout=10s": EOF',
  },
  "hangs up in the middle": {
    answer: (_, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("{", () => response.socket?.destroy());
    },
    message:
      "failed to call webhook: unexpected error when reading response body. Please retry. Original error: unexpected EOF",
  },
  "answers another question": {
    answer: (_, response) => json(response, review({ uid: "another", allowed: true })),
    message: 'received invalid webhook response: expected response.uid="UID", got "another"',
  },
  "sends a giant": {
    answer: (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on("drain", more);
      more();
    },
    message:
      "failed to call webhook: unexpected error when reading response body. Please retry. Original error: " +
      "the response is longer than 16777216 bytes",
  },
  "sends nothing": {
    answer: (_, response) => {
      response.end();
    },
    message: "failed to call webhook: 0-length response with status code: 200 and content type: application/json",
  },
  "sends no JSON": {
    answer: (_, response) => {
      response.end("<html>");
    },
    message:
      "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go " +
      'value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string ' +
      '"json:\\"kind,omitempty\\"" }',
  },
  "sends an empty object": {
    answer: (_, response) => json(response, {}),
    message: "received invalid webhook response: webhook response was absent",
  },
  "sends a wrong type": {
    answer: async (request, response) => {
      const { uid } = (await readReview(request)).request;
      json(response, review({ uid, allowed: "yes" }));
    },
    message:
      "failed to call webhook: json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of " +
      "type bool",
  },
  "sends half a patch": {
    answer: async (request, response) => {
      const { uid } = (await readReview(request)).request;
      json(response, review({ uid, allowed: true, patch: btoa("["), patchType: "JSONPatch" }));
    },
    message: "received undecodable patch in webhook response: unexpected end of JSON input",
  },
  "has no idea": {
    answer: (_, response) => {
      response.writeHead(404).end("what?");
    },
    message: "failed to call webhook: the server could not find the requested resource",
  },
  "is broken": {
    answer: (_, response) => {
      response.writeHead(500).end("broken");
    },
    message: 'failed to call webhook: an error on the server ("broken") has prevented the request from succeeding',
  },
};

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const pathOf = (name: string) => `/${name.replaceAll(" ", "-")}`;

let certificates: Certificates;

beforeAll(async () => {
  certificates = await makeCertificates();
});

const cleanUps: (() => unknown)[] = [];

afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

async function startHook(answer: Answer, clock: ManualClock): Promise<string> {
  const { cert, key } = certificates.loopback;
  const hook = https.createServer({ cert, key }, (request, response) => {
    void answer(request, response, clock);
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => {
    hook.close();
    hook.closeAllConnections();
  });
  return `https://127.0.0.1:${(hook.address() as AddressInfo).port}`;
}

interface Configured extends Partial<ApiServerOptions> {
  readonly url: string;
  readonly failurePolicy: "Fail" | "Ignore";
  readonly timeoutSeconds?: number;
}

/** A server whose ConfigMaps that are labelled so wait for the webhook. */
async function startServer(configured: Configured): Promise<TestServer> {
  const { url, failurePolicy, timeoutSeconds = 10, ...options } = configured;
  const transport = openWebhookTransport();
  const server = await startTestServer({ webhooks: { transport }, ...options });
  cleanUps.push(() => transport.close());
  cleanUps.push(() => server.close());
  const { status, text } = await server.send(
    "POST",
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
    {
      body: {
        metadata: { name: "hook" },
        webhooks: [
          {
            name: "hook.example.com",
            clientConfig: { url, caBundle: btoa(certificates.ca) },
            admissionReviewVersions: ["v1"],
            sideEffects: "None",
            failurePolicy,
            timeoutSeconds,
            rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
            objectSelector: { matchLabels: { hook: "yes" } },
          },
        ],
      },
    },
  );
  expect(status, text).toBe(201);
  return server;
}

const hooked = (name: string) => ({ body: { metadata: { name, labels: { hook: "yes" } } } });

describe.each(Object.entries(FAULTS))("a webhook that %s", (name, { answer, message, timeoutSeconds = 10 }) => {
  it("fails requests that need it, in Kubernetes' words, and no others", async () => {
    const clock = createManualClock(new Date(0));
    const url = (await startHook(answer, clock)) + pathOf(name);
    const { send } = await startServer({ url, failurePolicy: "Fail", timeoutSeconds, clock });
    const waiting = send("POST", CONFIG_MAPS, hooked("a"));
    expect((await send("POST", CONFIG_MAPS, { body: { metadata: { name: "b" } } })).status).toBe(201);
    expect((await send("GET", CONFIG_MAPS)).status).toBe(200);
    const { json } = await waiting;
    const { origin } = new URL(url);
    const expected = `Internal error occurred: failed calling webhook "hook.example.com": ${message}`;
    const found = String(json?.message)
      .replace(origin, "HOOK")
      .replace(/0{8}-[0-9-]+/, "UID");
    expect(found).toBe(expected);
    expect(json).toMatchObject({ code: 500, reason: "InternalError" });
    expect((await send("GET", `${CONFIG_MAPS}/a`)).status).toBe(404);
  });

  it("fails no request with failurePolicy Ignore", async () => {
    const clock = createManualClock(new Date(0));
    const url = (await startHook(answer, clock)) + pathOf(name);
    const { send } = await startServer({ url, failurePolicy: "Ignore", timeoutSeconds, clock });
    expect((await send("POST", CONFIG_MAPS, hooked("a"))).status).toBe(201);
  });
});

describe("a webhook that is down", () => {
  it("is reported as Kubernetes would", async () => {
    const { send } = await startServer({ url: "https://127.0.0.1:1/x", failurePolicy: "Fail" });
    expect((await send("POST", CONFIG_MAPS, hooked("a"))).json).toMatchObject({
      message:
        'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: ' +
        'Post "https://127.0.0.1:1/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
    });
  });
});

describe("a webhook that writes what it is asked about", () => {
  it("runs in circles until all places are taken, and the server goes on", async () => {
    let server: TestServer | undefined;
    let depth = 0;
    const clock = createManualClock(new Date(0));
    const ask = (name: string) => server?.send("POST", CONFIG_MAPS, { ...hooked(name), isAdmin: false });
    const url = await startHook(async (request, response) => {
      const { uid } = (await readReview(request)).request;
      const inner = await ask(`loop-${++depth}`);
      json(response, review({ uid, allowed: false, status: { code: inner?.status ?? 0, message: inner?.text ?? "" } }));
    }, clock);
    // Administrators are never turned away, so anybody may do everything here.
    const anybody = { anonymous: () => true, authorization: ["AlwaysAllow"] } as const;
    // Nor does anybody wait: the circle would stand still until its calls are given up.
    const limits = { mutatingInFlight: 5, waitingPerUser: 0 };
    server = await startServer({ url, failurePolicy: "Fail", clock, limits, ...anybody });
    const outermost = await ask("start");
    expect(outermost?.status).toBe(429);
    expect(depth).toBe(5);
    expect((await server.send("GET", CONFIG_MAPS)).json?.items).toEqual([]);
    const after = { body: { metadata: { name: "after" } }, isAdmin: false };
    expect((await server.send("POST", CONFIG_MAPS, after)).status).toBe(201);
  });
});
