import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, asObjects, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { type KilnCommand, runSnapshotCommand, startSnapshot } from "./kiln-command.ts";
import { DEPLOY_FOLDER } from "./snapshot-cases.ts";

/** A `kiln snapshot webhook` on free ports, and the configuration that has it asked. */
export interface WebhookProcess {
  readonly command: KilnCommand;
  /** That of `deploy/snapshot`, for this process instead of a Service; as JSON. */
  configuration(change?: ConfigurationChange): string;
  /** Its metrics, in the text format of Prometheus. */
  metrics(): Promise<string>;
}

export interface ConfigurationChange {
  readonly failurePolicy?: "Ignore" | "Fail";
  /** Versions that are asked about; both if absent. */
  readonly versions?: readonly string[];
  /** Also sends reviews of Pods, which the webhook does not expect. */
  readonly isTooWide?: boolean;
}

/** A certificate for this machine, its key and its authority, instead of any that the folder has. */
export async function makeCertificateFiles(folder: string): Promise<void> {
  await runSnapshotCommand(["certs", "--out", folder, "--names", "127.0.0.1"]);
}

/** `timeoutMs`: it is killed then, so that a test that dies leaves nothing behind. */
export async function startWebhookProcess(folder: string, timeoutMs?: number): Promise<WebhookProcess> {
  const files = [`--tls-cert-file=${join(folder, "tls.crt")}`, `--tls-private-key-file=${join(folder, "tls.key")}`];
  // The first word as the sample manifests have it.
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
