import { asObjects, type JsonObject } from "@kiln/api";
import { startTestServer } from "@kiln/apiserver/testing";
import { createClient, type ResourceType } from "@kiln/client";
import { enterPhase, findWebhookObstacles } from "@kiln/snapshot";
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

async function start() {
  const hooks = openWebhookTransport();
  const webhook = await openWebhook();
  const server = await startTestServer({ webhooks: { transport: hooks } });
  const client = createClient({ transport: transportOf(server), userAgent: "test/1" });
  onTestFinished(async () => {
    client.close();
    await server.close();
    await webhook.close();
    hooks.close();
  });
  await enterPhase(client, 1);
  const register = async (change: JsonObject = {}) => {
    const rule = {
      apiGroups: ["snapshot.storage.k8s.io"],
      apiVersions: ["v1", "v1beta1"],
      operations: ["CREATE", "UPDATE"],
      resources: ["volumesnapshots", "volumesnapshotcontents"],
    };
    const configuration: JsonObject = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "rules" },
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
  ])("says that a webhook %s", async (_, change, text) => {
    const { client, register } = await start();
    await register(change);
    expect((await findWebhookObstacles(client))[0]).toContain(text);
  });

  it("says that a webhook does not answer", async () => {
    const { client, register } = await start();
    await register({ clientConfig: { url: "https://127.0.0.1:1/volumesnapshot" } });
    expect(await findWebhookObstacles(client)).toEqual([
      expect.stringMatching(/^the webhook does not answer: .*failed calling webhook "rules.example.com"/),
    ]);
  });
});
