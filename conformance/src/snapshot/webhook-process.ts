import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, asObjects, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { type KilnCommand, runSnapshotCommand, startSnapshot } from "./kiln-command.ts";
import { DEPLOY_FOLDER } from "./snapshot-cases.ts";

/** A `kiln snapshot webhook` on free ports, and its webhook configuration. */
export interface WebhookProcess {
  readonly command: KilnCommand;
  /** The configuration of `deploy/snapshot` with this process in place of a Service, as JSON. */
  configuration(change?: ConfigurationChange): string;
  /** Metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
}

export interface ConfigurationChange {
  readonly failurePolicy?: "Ignore" | "Fail";
  /** Versions of the rules; both if absent. */
  readonly versions?: readonly string[];
  /** Whether reviews of Pods are sent too, which the webhook does not expect. */
  readonly isTooWide?: boolean;
}

/** Creates a certificate for this machine, its key and its CA, and replaces those in the folder. */
export async function makeCertificateFiles(folder: string): Promise<void> {
  await runSnapshotCommand(["certs", "--out", folder, "--names", "127.0.0.1"]);
}

/** Starts the webhook. It is killed after `timeoutMs`, so that a test that ends early leaves no process. */
export async function startWebhookProcess(folder: string, timeoutMs?: number): Promise<WebhookProcess> {
  const files = [`--tls-cert-file=${join(folder, "tls.crt")}`, `--tls-private-key-file=${join(folder, "tls.key")}`];
  // Older manifests have the name of the program's part as the first argument.
  const args = ["webhook", "webhook", ...files, "--port=0", "--probe-port=0", "--bind-address=127.0.0.1"];
  const command = startSnapshot([...args, "--shutdown-delay=0s"], "", timeoutMs);
  const [, port = "", probePort = ""] = await command.until(/ready on port (\d+), probes and metrics on (\d+)/);
  const caBundle = readFileSync(join(folder, "ca.crt")).toString("base64");
  const clientConfig = { url: `https://127.0.0.1:${port}/volumesnapshot`, caBundle };
  return {
    command,
    configuration: (change = {}) => JSON.stringify(changeConfiguration(clientConfig, change)),
    metrics: async () => (await fetch(`http://127.0.0.1:${probePort}/metrics`)).text(),
  };
}

function changeConfiguration(clientConfig: JsonObject, change: ConfigurationChange): JsonObject {
  const { failurePolicy = "Fail", versions = ["v1", "v1beta1"], isTooWide = false } = change;
  const found = parseYaml(readFileSync(join(DEPLOY_FOLDER, "base", "webhook-configuration.yaml"), "utf8")).value;
  const deployed = asObject(found);
  const pods = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] };
  const webhooks = asObjects(deployed.webhooks).map((webhook) => ({
    ...webhook,
    clientConfig,
    failurePolicy,
    rules: [
      ...asObjects(webhook.rules).map((rule) => ({ ...rule, apiVersions: [...versions] })),
      ...(isTooWide ? [pods] : []),
    ],
  }));
  return { ...deployed, webhooks } as JsonObject;
}
