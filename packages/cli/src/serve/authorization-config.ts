import { durationToMs, isJsonObject, type JsonObject, type JsonValue, parseDuration } from "@kiln/api";
import { AUTHORIZATION_MODES } from "./auth-options.ts";
import { readConfigFile } from "./read-config-file.ts";

export interface WebhookConfig {
  readonly name: string;
  readonly kubeconfigFile: string;
  readonly version: "v1" | "v1beta1";
  readonly timeoutMs: number;
  readonly allowedMs: number;
  readonly refusedMs: number;
  readonly failurePolicy: "NoOpinion" | "Deny";
}

/** A mode by its name, or a webhook with what it needs. */
export type AuthorizerConfig = Exclude<(typeof AUTHORIZATION_MODES)[number], "Webhook"> | WebhookConfig;

const API_VERSIONS = ["apiserver.config.k8s.io/v1", "apiserver.config.k8s.io/v1beta1"];

/** The file of --authorization-config. Conditions written in CEL are refused: nothing here evaluates them. */
export async function readAuthorizationConfig(file: string): Promise<AuthorizerConfig[]> {
  const config = await readConfigFile(file, { apiVersions: API_VERSIONS, kind: "AuthorizationConfiguration" });
  const authorizers = Array.isArray(config.authorizers) ? config.authorizers : [];
  if (authorizers.length === 0) {
    throw new Error(`${file}: authorizers: at least one authorization mode must be defined`);
  }
  const read = authorizers.map((authorizer, i) => readAuthorizer(authorizer, `${file}: authorizers[${i}]`));
  const modes = read.filter((each) => typeof each === "string");
  if (new Set(modes).size < modes.length) {
    throw new Error(`${file}: authorizers: each type but Webhook may be there once`);
  }
  const names = authorizers.map((each) => (isJsonObject(each) ? each.name : undefined));
  if (new Set(names).size < names.length) {
    throw new Error(`${file}: authorizers: each needs a name of its own`);
  }
  return read;
}

function readAuthorizer(value: JsonValue, where: string): AuthorizerConfig {
  const authorizer = isJsonObject(value) ? value : {};
  const type = AUTHORIZATION_MODES.find((mode) => mode === authorizer.type);
  if (type === undefined) {
    throw new Error(`${where}.type: must be one of ${AUTHORIZATION_MODES.join(", ")}`);
  }
  if (typeof authorizer.name !== "string" || authorizer.name === "") {
    throw new Error(`${where}.name: required`);
  }
  if (type === "Webhook") {
    return readWebhook(authorizer, where);
  }
  if (authorizer.webhook !== undefined) {
    throw new Error(`${where}.webhook: may only be specified when type=Webhook`);
  }
  return type;
}

const MAX_TIMEOUT_MS = 30_000;

function readWebhook({ name, webhook: value }: JsonObject, where: string): WebhookConfig {
  const webhook = isJsonObject(value) ? value : {};
  const connection = isJsonObject(webhook.connectionInfo) ? webhook.connectionInfo : {};
  if (Array.isArray(webhook.matchConditions) && webhook.matchConditions.length > 0) {
    throw new Error(`${where}.webhook.matchConditions: not supported by this server`);
  }
  if (connection.type !== "KubeConfigFile" || typeof connection.kubeConfigFile !== "string") {
    throw new Error(`${where}.webhook.connectionInfo: needs type KubeConfigFile and a kubeConfigFile`);
  }
  const timeoutMs = readDuration(webhook.timeout, `${where}.webhook.timeout`);
  if (timeoutMs > MAX_TIMEOUT_MS) {
    throw new Error(`${where}.webhook.timeout: must be > 0s and <= 30s`);
  }
  return {
    name: String(name),
    kubeconfigFile: connection.kubeConfigFile,
    version: oneOf(
      webhook.subjectAccessReviewVersion,
      ["v1", "v1beta1"],
      `${where}.webhook.subjectAccessReviewVersion`,
    ),
    timeoutMs,
    allowedMs: readDuration(webhook.authorizedTTL ?? "5m", `${where}.webhook.authorizedTTL`),
    refusedMs: readDuration(webhook.unauthorizedTTL ?? "30s", `${where}.webhook.unauthorizedTTL`),
    failurePolicy: oneOf(webhook.failurePolicy, ["NoOpinion", "Deny"], `${where}.webhook.failurePolicy`),
  };
}

function readDuration(value: JsonValue | undefined, where: string): number {
  const { value: duration } = parseDuration(typeof value === "string" ? value : "");
  if (duration === undefined || duration <= 0n) {
    throw new Error(`${where}: must be a duration above 0s`);
  }
  return durationToMs(duration);
}

function oneOf<T extends string>(value: JsonValue | undefined, known: readonly T[], where: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) {
    throw new Error(`${where}: must be one of ${known.join(", ")}`);
  }
  return found;
}
