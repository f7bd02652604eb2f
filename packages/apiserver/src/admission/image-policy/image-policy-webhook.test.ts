import { createAuditPolicy } from "@kiln/access";
import { createImagePolicyWebhook, type ImagePolicyOptions, selectPlugins } from "@kiln/admission";
import { isJsonObject, type JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { settle } from "../../testing/settle.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

const PODS = "/api/v1/namespaces/default/pods";
const LOG = { info: () => {}, warn: () => {}, error: () => {} };

/** A server with an image policy webhook, which returns `answer` as its status or fails with it. */
async function start(answer: JsonObject | Error, isAllowedByDefault = false) {
  const asked: JsonObject[] = [];
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const ask: ImagePolicyOptions["ask"] = async (review) => {
    asked.push(review);
    if (answer instanceof Error) {
      throw answer;
    }
    return { ...review, status: answer };
  };
  const options = { ask, clock, log: LOG, allowedMs: 2000, refusedMs: 1000, isAllowedByDefault };
  const admission = selectPlugins({ enabled: ["ImagePolicyWebhook"] }, [createImagePolicyWebhook(options)]);
  const events: JsonObject[] = [];
  const policy = createAuditPolicy({
    omitStages: ["RequestReceived"],
    rules: [{ level: "Metadata", resources: [{ group: "", resources: ["pods"] }] }],
  });
  const audit = { policy, write: (event: JsonObject) => events.push(event) };
  const server = await startTestServer({ admission, audit });
  await settle(server);
  let made = 0;
  const create = async (spec: JsonObject = {}, annotations: JsonObject = {}) => {
    const containers = [{ name: "c", image: "i:1" }];
    const metadata = { name: `p${++made}`, annotations };
    const body = { metadata, spec: { automountServiceAccountToken: false, containers, ...spec } };
    const { status, json } = await server.send("POST", PODS, { body });
    return status === 201 ? (json ?? {}) : String(json?.message);
  };
  return { server, clock, asked, create, noted: () => events.at(-1)?.annotations };
}

describe("ImagePolicyWebhook", () => {
  it("shows all images, and the annotations that are meant for it", async () => {
    const { create, asked } = await start({ allowed: true });
    const initContainers = [{ name: "i", image: "i:2" }];
    await create({ initContainers }, { "x.image-policy.k8s.io/ticket": "1", other: "2" });
    expect(asked).toEqual([
      {
        apiVersion: "imagepolicy.k8s.io/v1alpha1",
        kind: "ImageReview",
        metadata: {},
        spec: {
          containers: [{ image: "i:1" }, { image: "i:2" }],
          annotations: { "x.image-policy.k8s.io/ticket": "1" },
          namespace: "default",
        },
        status: { allowed: false },
      },
    ]);
  });

  it.each([
    [{ allowed: false }, "one or more images rejected by webhook backend"],
    [{ allowed: false, reason: "old" }, "image policy webhook backend denied one or more images: old"],
    [{}, "one or more images rejected by webhook backend"],
  ])("refuses what is answered %j", async (status, why) => {
    const { create } = await start(status);
    expect(await create()).toMatch(new RegExp(`^pods "p\\w*" is forbidden: ${why}$`));
  });

  it("denies everything when the webhook fails, or allows it by configuration", async () => {
    const closed = await start(new Error("no backend"));
    expect(await closed.create()).toMatch(/^pods "p\w*" is forbidden: no backend$/);
    const open = await start(new Error("no backend"), true);
    expect(await open.create()).toHaveProperty("kind", "Pod");
    expect(open.noted()).toHaveProperty(["imagepolicywebhook.image-policy.k8s.io/failed-open"], "true");
    // The failure of the webhook is not cached: the next create calls it again.
    await open.create();
    expect(open.asked).toHaveLength(2);
  });

  it("notes for the audit log what the answer asks for", async () => {
    const { create, noted } = await start({ allowed: true, auditAnnotations: { ticket: "7" } });
    await create();
    expect(noted()).toHaveProperty(["imagepolicywebhook.image-policy.k8s.io/ticket"], "7");
  });

  it.each([
    [true, 2000],
    [false, 1000],
  ])("remembers an answer that says %j for %j ms", async (allowed, ms) => {
    const { create, clock, asked } = await start({ allowed });
    await create();
    clock.advance(ms - 1);
    await create();
    expect(asked).toHaveLength(1);
    clock.advance(1);
    await create();
    expect(asked).toHaveLength(2);
  });

  it("asks about the debug containers that a Pod gets later, and about nothing else of it", async () => {
    const { create, server, asked } = await start({ allowed: true });
    const pod = await create();
    const name = isJsonObject(pod as JsonObject) ? ((pod as JsonObject).metadata as JsonObject).name : "";
    const body = { spec: { ephemeralContainers: [{ name: "d", image: "d:1" }] } };
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    const { status } = await server.send("PATCH", `${PODS}/${name}/ephemeralcontainers`, { body, headers });
    expect(status).toBe(200);
    expect(asked.at(-1)?.spec).toEqual({ containers: [{ image: "d:1" }], namespace: "default" });
    await server.send("PATCH", `${PODS}/${name}/status`, { body: { status: { phase: "Running" } }, headers });
    expect(asked).toHaveLength(2);
  });
});
