import { type AuthorizationMode, createWebhookAuthorizer } from "@kiln/access";
import { createSystemClock, type Logger } from "@kiln/api";
import type { AuthOptions } from "./auth-options.ts";
import { type AuthorizerConfig, readAuthorizationConfig } from "./authorization-config.ts";
import { openWebhook, type WebhookPlace } from "./open-webhook.ts";
import type { WebhookConfig } from "./read-webhook.ts";

/** Authorizers of the flags, in order. */
export async function openAuthorization(options: AuthOptions, log: Logger): Promise<AuthorizationMode[]> {
  const { authorization, authorizationWebhookFile = "" } = options;
  const configs: readonly AuthorizerConfig[] =
    "configFile" in authorization
      ? await readAuthorizationConfig(authorization.configFile)
      : authorization.modes.map((mode) => fromFlag(mode, authorizationWebhookFile));
  const namedBy = ({ name }: WebhookConfig) =>
    "configFile" in authorization
      ? `${authorization.configFile}: webhook.connectionInfo.kubeConfigFile of the authorizer "${name}"`
      : "--authorization-webhook-config-file";
  return Promise.all(
    configs.map((config) =>
      typeof config === "string" ? config : openWebhookMode({ ...config, namedBy: namedBy(config) }, log),
    ),
  );
}

/**
 * Kubernetes: defaults of the authorization flags (kubeapiserver/options/authorization.go
 * NewBuiltInAuthorizationOptions, v1.36).
 */
function fromFlag(mode: string, file: string): AuthorizerConfig {
  if (mode !== "Webhook") {
    return mode as Exclude<AuthorizerConfig, WebhookConfig>;
  }
  return {
    name: "default",
    kubeconfigFile: file,
    version: "v1beta1",
    timeoutMs: 30_000,
    allowedMs: 5 * 60_000,
    refusedMs: 30_000,
    failurePolicy: "NoOpinion",
  };
}

async function openWebhookMode(
  config: WebhookConfig & Pick<WebhookPlace, "namedBy">,
  log: Logger,
): Promise<AuthorizationMode> {
  const { kubeconfigFile, timeoutMs, namedBy, ...options } = config;
  const ask = await openWebhook({ kubeconfigFile, timeoutMs, namedBy });
  return createWebhookAuthorizer({ ...options, ask, clock: createSystemClock(globalThis), log });
}
