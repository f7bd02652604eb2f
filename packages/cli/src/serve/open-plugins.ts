import {
  type AdmissionChoice,
  type AdmissionPlugin,
  CONFIGURED_PLUGINS,
  createEventRateLimit,
  createImagePolicyWebhook,
  selectPlugins,
} from "@kiln/admission";
import { createSystemClock, type Logger } from "@kiln/api";
import { UsageError } from "../command.ts";
import { type AdmissionConfig, readAdmissionConfig } from "./admission-config.ts";
import { readEventLimits } from "./event-limits.ts";
import { readImagePolicyConfig } from "./image-policy-config.ts";
import { openWebhook } from "./open-webhook.ts";
import { retryWebhook } from "./retry-webhook.ts";

/** Plugins that run, including those that need a configuration. */
export async function openPlugins(
  choice: AdmissionChoice,
  configFile: string | undefined,
  log: Logger,
): Promise<readonly AdmissionPlugin[]> {
  const wanted = CONFIGURED_PLUGINS.filter((name) => choice.enabled?.includes(name));
  if (wanted.length === 0) {
    return selectPlugins(choice);
  }
  const config = await readAdmissionConfig(configFile);
  return selectPlugins(choice, await Promise.all(wanted.map((name) => openPlugin(name, config, log))));
}

async function openPlugin(name: string, config: AdmissionConfig, log: Logger): Promise<AdmissionPlugin> {
  try {
    return name === "EventRateLimit"
      ? createEventRateLimit(readEventLimits(config.find(name)))
      : await openImagePolicy(config, log);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`couldn't init admission plugin "${name}": ${why}`, { cause: error });
  }
}

const TIMEOUT_MS = 30_000;

async function openImagePolicy(config: AdmissionConfig, log: Logger): Promise<AdmissionPlugin> {
  const { kubeconfigFile, retryMs, ...options } = readImagePolicyConfig(config.find("ImagePolicyWebhook"));
  const clock = createSystemClock(globalThis);
  const ask = await openWebhook({
    kubeconfigFile: config.resolve(kubeconfigFile),
    namedBy: `imagePolicy.kubeConfigFile of ${config.file}`,
    timeoutMs: TIMEOUT_MS,
  });
  return createImagePolicyWebhook({ ...options, ask: retryWebhook(ask, { clock, delayMs: retryMs }), clock, log });
}
