import { isJsonObject, type JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificates } from "../replay/make-certificates.ts";
import { startTcpProxy } from "../serve/tcp-proxy.ts";
import { stringsOf, type VectorCase } from "../vectors/vector-file.ts";
import { type OpenWebhook, openWebhook } from "./open-webhook.ts";
import { readSnapshotCases } from "./snapshot-cases.ts";

const CASES = readSnapshotCases();

const reviewOf = (request: unknown, version = "v1") =>
  JSON.stringify({ kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}`, request });

let webhook: OpenWebhook;

beforeAll(async () => {
  webhook = await openWebhook({ maxBytes: 8 * 1024 * 1024 });
});
afterAll(() => webhook.close());

async function ask(vector: VectorCase, version: string): Promise<JsonObject> {
  const { status, text } = await webhook.post(reviewOf(vector.get("request"), version));
  expect(status).toBe(200);
  return JSON.parse(text) as JsonObject;
}

describe.each(["v1", "v1beta1"])("the webhook, asked in admission.k8s.io/%s,", (version) => {
  it.each(CASES.map((vector) => [vector.id, vector] as const))("answers %s", async (_, vector) => {
    const review = await ask(vector, version);
    const request = vector.get("request");
    const response = review.response as JsonObject;
    expect(review).toMatchObject({ kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}` });
    expect(response).toMatchObject({
      uid: isJsonObject(request) ? request.uid : undefined,
      allowed: vector.expect.allowed,
      ...(vector.expect.allowed === true ? {} : { status: { status: "Failure", code: 400, reason: "BadRequest" } }),
    });
    expect(response).not.toHaveProperty("patch");
    const message = isJsonObject(response.status) ? String(response.status.message).toLowerCase() : "";
    for (const text of stringsOf(vector.expect.messageContains)) {
      expect(message).toContain(text.toLowerCase());
    }
  });
});

const VALID = CASES.find(({ id }) => id === "vs-create-pvc-v1beta1")?.get("request") as JsonObject;

describe("the webhook", () => {
  it.each([
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["no UTF-8", Buffer.of(0x22, 0xff, 0xfe, 0x22), 400],
    ["a bomb of brackets", "[".repeat(1_000_000), 400],
    ["two reviews", reviewOf(VALID) + reviewOf(VALID), 400],
    ["another kind", reviewOf(VALID).replace("AdmissionReview", "Review"), 400],
    ["another version", reviewOf(VALID, "v2"), 400],
    ["no request", reviewOf(undefined), 400],
    ["no uid", reviewOf({ ...VALID, uid: undefined }), 400],
    ["a giant", Buffer.alloc(9 * 1024 * 1024, " "), 413],
  ])("refuses %s, and goes on", async (_, body, status) => {
    expect((await webhook.post(body)).status).toBe(status);
    expect((await webhook.post(reviewOf(VALID))).status).toBe(200);
  });

  it("reads reviews of two objects that are as large as any may be", async () => {
    const large = { ...(VALID.object as JsonObject), padding: "x".repeat(3_000_000) };
    const { status, text } = await webhook.post(
      reviewOf({ ...VALID, operation: "UPDATE", object: large, oldObject: large }),
    );
    expect({ status, allowed: JSON.parse(text).response.allowed }).toEqual({ status: 200, allowed: true });
  });

  it.each([
    ["a request of odd types", { uid: "u", operation: 7, resource: [], object: "x" }, false],
    ["an object of odd types", { ...VALID, object: { spec: { source: [1] } } }, false],
    [
      "keys that JavaScript knows",
      { ...VALID, object: { __proto__: null, constructor: 1, spec: { toString: {} } } },
      false,
    ],
    ["an update of nothing", { ...VALID, operation: "UPDATE", oldObject: null }, false],
    ["an unknown resource", { ...VALID, resource: { group: "g", version: "v1", resource: "pods" } }, false],
  ])("has a verdict on %s", async (_, request, isAllowed) => {
    const { status, text } = await webhook.post(reviewOf(request));
    expect({ status, allowed: JSON.parse(text).response.allowed }).toEqual({ status: 200, allowed: isAllowed });
  });

  it("answers a thousand reviews at once on a thousand connections, each its own", async () => {
    const uids = Array.from({ length: 1000 }, (_, index) => `uid-${index}`);
    const replies = await Promise.all(uids.map((uid) => webhook.post(reviewOf({ ...VALID, uid }))));
    expect(replies.map(({ text }) => JSON.parse(text).response.uid)).toEqual(uids);
  });

  it("counts what it judged", () => {
    expect(webhook.metrics()).toMatch(
      /^snapshot_webhook_verdicts_total\{resource="volumesnapshots",version="v1beta1",operation="CREATE",result="denied",rule="source-one-of",dry_run="false"\} [1-9]/m,
    );
    expect(webhook.metrics()).toMatch(/^snapshot_webhook_ratcheted_total [1-9]/m);
  });
});

describe("a rolling update", () => {
  it("fails no call, though it is learned of late that a replica stops", async () => {
    const clock = createManualClock(new Date());
    const old = await openWebhook({ clock, shutdownDelayMs: 5000, graceMs: 30_000 });
    const next = await openWebhook({ tls: old.tls });
    const proxy = await startTcpProxy(old.server.port);
    old.callThrough(proxy.port);
    const callMany = async () => {
      const replies = await Promise.all(Array.from({ length: 100 }, () => old.post(reviewOf(VALID))));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    };
    try {
      await callMany();
      const stopped = old.server.close();
      await callMany();
      proxy.pointTo(next.server.port);
      await callMany();
      clock.advance(5000);
      await callMany();
      await stopped;
      await callMany();
    } finally {
      proxy.close();
      await next.close();
      await old.close();
    }
  });
});

describe("certificates", () => {
  it("are replaced under load without a failed call", async () => {
    const clock = createManualClock(new Date());
    const opened = await openWebhook({ clock });
    try {
      for (let round = 0; round < 3; round++) {
        const next = await makeCertificates(`ca-${round}`);
        opened.trust(next.ca);
        const calls = Array.from({ length: 150 }, () => opened.post(reviewOf(VALID), { connection: "close" }));
        opened.rotate(next);
        clock.advance(10_000);
        const more = Array.from({ length: 150 }, () => opened.post(reviewOf(VALID), { connection: "close" }));
        const codes = (await Promise.all([...calls, ...more])).map(({ status }) => status);
        expect(new Set(codes)).toEqual(new Set([200]));
      }
    } finally {
      await opened.close();
    }
  });
});
