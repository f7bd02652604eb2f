import { asObjects, type JsonObject } from "@kiln/api";
import { startTestServer } from "@kiln/apiserver/testing";
import { createClient, type ResourceType } from "@kiln/client";
import { createSnapshotAdmit, createVerdictMetrics, enterPhase, findWebhookObstacles } from "@kiln/snapshot";
import { openWebhookTransport } from "@kiln/webhook/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { transportOf } from "../client/transport-of.ts";
import { openWebhook } from "./open-webhook.ts";

const CONFIGURATIONS: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};

async function start(options: Parameters<typeof openWebhook>[0] = {}) {
  const hooks = openWebhookTransport();
  const webhook = await openWebhook(options);
  const server = await startTestServer({ webhooks: { transport: hooks } });
  const client = createClient({ transport: transportOf(server), userAgent: "test/1" });
  onTestFinished(async () => {
    client.close();
    await server.close();
    await webhook.close();
    hooks.close();
  });
  await enterPhase(client, 1);
  const register = async (change: JsonObject = {}, name = "rules") => {
    const rule = {
      apiGroups: ["snapshot.storage.k8s.io"],
      apiVersions: ["v1", "v1beta1"],
      operations: ["CREATE", "UPDATE"],
      resources: ["volumesnapshots", "volumesnapshotcontents"],
    };
    const configuration: JsonObject = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name },
      webhooks: [
        {
          name: "rules.example.com",
          rules: [rule],
          clientConfig: { url: webhook.url, caBundle: Buffer.from(webhook.ca).toString("base64") },
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          failurePolicy: "Fail",
          ...change,
        },
      ],
    };
    await client.create(CONFIGURATIONS, configuration);
    return asObjects(configuration.webhooks);
  };
  return { client, webhook, register };
}

describe("findWebhookObstacles()", () => {
  it("finds none where a webhook is registered, fails closed and denies", async () => {
    const { client, register } = await start();
    await register();
    expect(await findWebhookObstacles(client)).toEqual([]);
  });

  it("names both kinds where no webhook is registered", async () => {
    const { client } = await start();
    expect(await findWebhookObstacles(client)).toEqual(
      ["volumesnapshots", "volumesnapshotcontents"].map((plural) => expect.stringContaining(`UPDATE of ${plural}.`)),
    );
  });

  it.each([
    ["fails open", { failurePolicy: "Ignore" }, "has failurePolicy Ignore"],
    ["selects some objects", { objectSelector: { matchLabels: { a: "b" } } }, "has a selector or matchConditions"],
    [
      "has conditions",
      { matchConditions: [{ name: "some", expression: "request.name != 'a'" }] },
      "has a selector or matchConditions",
    ],
    [
      "is asked about creates only",
      {
        rules: [
          {
            apiGroups: ["*"],
            apiVersions: ["*"],
            operations: ["CREATE"],
            resources: ["*"],
          },
        ],
      },
      "no ValidatingWebhookConfiguration has a webhook for CREATE and UPDATE of volumesnapshots",
    ],
    [
      "knows one version only",
      {
        matchPolicy: "Exact",
        rules: [
          {
            apiGroups: ["snapshot.storage.k8s.io"],
            apiVersions: ["v1beta1"],
            operations: ["*"],
            resources: ["*"],
          },
        ],
      },
      "has matchPolicy Exact and no rule for v1; add the version",
    ],
  ])("says that a webhook %s", async (_, change, text) => {
    const { client, register } = await start();
    await register(change);
    expect((await findWebhookObstacles(client))[0]).toContain(text);
  });

  it("says that contents are let in by a webhook of their own", async () => {
    const admit = createSnapshotAdmit({ settings: { semantics: "kep" }, metrics: createVerdictMetrics() });
    const handlers = { "/volumesnapshot": { admit }, "/contents": { admit: () => ({ allowed: true }) } };
    const { client, webhook, register } = await start({ handlers });
    const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"] };
    await register({ rules: [{ ...rule, resources: ["volumesnapshots"] }] });
    const clientConfig = {
      url: webhook.url.replace("/volumesnapshot", "/contents"),
      caBundle: Buffer.from(webhook.ca).toString("base64"),
    };
    await register({ clientConfig, rules: [{ ...rule, resources: ["volumesnapshotcontents"] }] }, "contents");
    expect(await findWebhookObstacles(client)).toEqual([
      "an invalid VolumeSnapshotContent, sent as a dry run, is let in although a webhook is registered",
    ]);
  });

  it("says that a webhook does not answer", async () => {
    const { client, register } = await start();
    await register({ clientConfig: { url: "https://127.0.0.1:1/volumesnapshot" } });
    expect(await findWebhookObstacles(client)).toEqual([
      expect.stringMatching(/^the webhook does not answer: .*failed calling webhook "rules.example.com"/),
    ]);
  });
});
