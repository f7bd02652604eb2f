import { durationToMs, parseDuration } from "@kiln/api";
import { UsageError } from "../command.ts";
import type { AuditOptions } from "./open-audit.ts";
import type { Flags } from "./serve-options.ts";

/** Authentication and authorization flags; their files are read later. */
export interface AuthOptions {
  readonly tokenFile?: string;
  readonly serviceAccounts: ServiceAccountOptions;
  /** Authorization modes, by kube-apiserver's names and in order, or the file that lists them. */
  readonly authorization: { readonly modes: readonly string[] } | { readonly configFile: string };
  /** Path of the kubeconfig for the authorization mode Webhook. */
  readonly authorizationWebhookFile?: string;
  readonly authenticationConfigFile?: string;
  /** Whether requests without credentials are served as user system:anonymous; absent: only for health and version. */
  readonly isAnonymousAllowed?: boolean;
  readonly audit?: AuditOptions;
}

export interface ServiceAccountOptions {
  readonly issuers: readonly [string, ...string[]];
  /** Path of the signing key; if absent, a key is created on the first start. */
  readonly signingKeyFile?: string;
  readonly keyFiles: readonly string[];
  readonly audiences?: readonly string[];
  readonly jwksUri?: string;
  readonly maxExpirationSeconds?: number;
}

export const AUTHORIZATION_MODES = ["RBAC", "Node", "Webhook", "AlwaysAllow", "AlwaysDeny"] as const;
const DEFAULT_ISSUER = "https://kubernetes.default.svc.cluster.local";

export function parseAuthOptions(flags: Flags): AuthOptions {
  return {
    serviceAccounts: parseServiceAccounts(flags),
    authorization: parseAuthorization(flags),
    ...parseAudit(flags),
    ...parseAnonymous(flags),
    ...(flags["token-auth-file"] === undefined ? {} : { tokenFile: flags["token-auth-file"] }),
    ...(flags["authorization-webhook-config-file"] === undefined
      ? {}
      : { authorizationWebhookFile: flags["authorization-webhook-config-file"] }),
    ...(flags["authentication-config"] === undefined
      ? {}
      : { authenticationConfigFile: flags["authentication-config"] }),
  };
}

function parseAuthorization(flags: Flags): AuthOptions["authorization"] {
  const configFile = flags["authorization-config"];
  const text = flags["authorization-mode"];
  if (configFile !== undefined && (text !== undefined || flags["authorization-webhook-config-file"] !== undefined)) {
    throw new UsageError("--authorization-config takes the place of the other --authorization flags");
  }
  if (configFile !== undefined) {
    return { configFile };
  }
  const modes = split(text) ?? ["RBAC"];
  for (const mode of modes) {
    if (!AUTHORIZATION_MODES.some((known) => known === mode)) {
      throw new UsageError(`--authorization-mode knows ${AUTHORIZATION_MODES.join(", ")}, not "${mode}"`);
    }
  }
  if (new Set(modes).size < modes.length) {
    throw new UsageError("--authorization-mode takes each mode once");
  }
  if (modes.includes("Webhook") !== (flags["authorization-webhook-config-file"] !== undefined)) {
    throw new UsageError("--authorization-mode Webhook and --authorization-webhook-config-file belong together");
  }
  return { modes };
}

/** Kubernetes: AlwaysAllow switches anonymous requests off (authentication.go ApplyAuthorization, v1.36). */
function parseAnonymous(flags: Flags): Pick<AuthOptions, "isAnonymousAllowed"> {
  const text = flags["anonymous-auth"];
  if (text === undefined) {
    return {};
  }
  if (text !== "true" && text !== "false") {
    throw new UsageError(`--anonymous-auth is true or false, not "${text}"`);
  }
  if (flags["authentication-config"] !== undefined) {
    throw new UsageError(
      "--anonymous-auth: with --authentication-config, its field anonymous takes the place of the flag",
    );
  }
  const allowsAll = split(flags["authorization-mode"])?.includes("AlwaysAllow") === true;
  return { isAnonymousAllowed: text === "true" && !allowsAll };
}

function parseAudit(flags: Flags): Pick<AuthOptions, "audit"> {
  const policyFile = flags["audit-policy-file"];
  const logPath = flags["audit-log-path"];
  if (policyFile === undefined && logPath === undefined) {
    return {};
  }
  if (policyFile === undefined || logPath === undefined) {
    throw new UsageError("--audit-policy-file and --audit-log-path belong together");
  }
  return { audit: { policyFile, logPath } };
}

function parseServiceAccounts(flags: Flags): ServiceAccountOptions {
  const [issuer = DEFAULT_ISSUER, ...others] = split(flags["service-account-issuer"]) ?? [];
  const audiences = split(flags["api-audiences"]);
  const signingKeyFile = flags["service-account-signing-key-file"];
  const jwksUri = flags["service-account-jwks-uri"];
  return {
    issuers: [issuer, ...others],
    keyFiles: split(flags["service-account-key-file"]) ?? [],
    ...(signingKeyFile === undefined ? {} : { signingKeyFile }),
    ...(audiences === undefined ? {} : { audiences }),
    ...(jwksUri === undefined ? {} : { jwksUri }),
    ...parseMaxExpiration(flags["service-account-max-token-expiration"]),
  };
}

const MIN_SECONDS = 3600;
const MAX_SECONDS = 2 ** 32;

function parseMaxExpiration(text: string | undefined): Pick<ServiceAccountOptions, "maxExpirationSeconds"> {
  if (text === undefined) {
    return {};
  }
  const { value } = parseDuration(text);
  const seconds = value === undefined ? 0 : Math.floor(durationToMs(value) / 1000);
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    throw new UsageError(
      `--service-account-max-token-expiration takes a duration between 1 hour and 2^32 seconds, not "${text}"`,
    );
  }
  return { maxExpirationSeconds: seconds };
}

/** Values of a flag that takes a comma-separated list or is given several times. */
function split(text: string | undefined): string[] | undefined {
  const parts = text?.split(/[,\n]/).filter((part) => part !== "");
  return parts === undefined || parts.length === 0 ? undefined : parts;
}
