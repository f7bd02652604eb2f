import { durationToMs, parseDuration } from "@kiln/api";
import type { WebhookServerOptions } from "@kiln/webhook/node";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { fromGoFlags } from "./go-flags.ts";

/** Options of `kiln snapshot webhook`. */
export interface SnapshotWebhookOptions {
  readonly server: Pick<
    WebhookServerOptions,
    "tls" | "host" | "port" | "probes" | "clientAuth" | "allowedNames" | "maxBytes" | "shutdownDelayMs" | "graceMs"
  >;
  readonly kubeconfig: string | undefined;
  readonly semantics: "kep" | "upstream";
  readonly keepsVolumeMode: boolean;
  readonly judgesGroups: boolean;
  readonly checksDefaultClass: boolean;
}

const SWITCHES = [
  "prevent-volume-mode-conversion",
  "enable-volume-group-snapshot-webhook",
  "prevent-multiple-default-classes",
] as const;

const TEXTS = [
  "tls-cert-file",
  "tls-private-key-file",
  "port",
  "bind-address",
  "probe-port",
  "kubeconfig",
  "client-ca-file",
  "client-auth",
  "client-allowed-names",
  "max-body-bytes",
  "shutdown-delay",
  "semantics",
] as const;

type Texts = Readonly<Partial<Record<(typeof TEXTS)[number], string>>>;

const MAX_BYTES = 8 * 1024 * 1024;
const GRACE_MS = 30_000;

export function parseWebhookFlags(args: readonly string[]): SnapshotWebhookOptions {
  // Older manifests have the name of the program's part as the first argument.
  const words = args[0] === "webhook" ? args.slice(1) : args;
  const { values } = parseFlags({
    args: fromGoFlags(words, SWITCHES),
    options: {
      ...Object.fromEntries(TEXTS.map((name) => [name, { type: "string" as const }])),
      ...Object.fromEntries(SWITCHES.map((name) => [name, { type: "boolean" as const }])),
    },
  });
  const texts = values as Texts;
  return {
    server: serverOptions(texts),
    kubeconfig: texts.kubeconfig,
    semantics: oneOf(texts, "semantics", ["kep", "upstream"]),
    keepsVolumeMode: values["prevent-volume-mode-conversion"] === true,
    judgesGroups: values["enable-volume-group-snapshot-webhook"] === true,
    checksDefaultClass: values["prevent-multiple-default-classes"] === true,
  };
}

function serverOptions(texts: Texts): SnapshotWebhookOptions["server"] {
  const certFile = required(texts, "tls-cert-file");
  const keyFile = required(texts, "tls-private-key-file");
  const clientCaFile = texts["client-ca-file"];
  const host = texts["bind-address"];
  const clientAuth = oneOf(texts, "client-auth", ["none", "request", "require-and-verify"]);
  if (clientAuth !== "none" && clientCaFile === undefined) {
    throw new UsageError(`--client-auth=${clientAuth} needs --client-ca-file`);
  }
  return {
    tls: { certFile, keyFile, ...(clientCaFile === undefined ? {} : { clientCaFile }) },
    clientAuth,
    allowedNames: (texts["client-allowed-names"] ?? "").split(",").filter((name) => name !== ""),
    ...(host === undefined ? {} : { host }),
    port: parseCount(texts, "port", 443),
    ...(texts["probe-port"] === "off"
      ? {}
      : { probes: { ...(host === undefined ? {} : { host }), port: parseCount(texts, "probe-port", 8080) } }),
    maxBytes: parseCount(texts, "max-body-bytes", MAX_BYTES),
    shutdownDelayMs: parseDelay(texts["shutdown-delay"] ?? "5s"),
    graceMs: GRACE_MS,
  };
}

function required(texts: Texts, name: keyof Texts): string {
  const value = texts[name];
  if (value === undefined || value === "") {
    throw new UsageError(`--${name} is required`);
  }
  return value;
}

/** Value of a flag; the first choice if it is absent. */
function oneOf<T extends string>(texts: Texts, name: keyof Texts, choices: readonly [T, ...T[]]): T {
  const given = texts[name] ?? choices[0];
  const found = choices.find((choice) => choice === given);
  if (found === undefined) {
    throw new UsageError(`--${name} is one of ${choices.join(", ")}, not "${given}"`);
  }
  return found;
}

function parseCount(texts: Texts, name: keyof Texts, fallback: number): number {
  const text = texts[name] ?? String(fallback);
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`--${name} takes a number, not "${text}"`);
  }
  return Number(text);
}

function parseDelay(text: string): number {
  const { value } = parseDuration(text);
  if (value === undefined) {
    throw new UsageError(`--shutdown-delay takes a time such as 5s, not "${text}"`);
  }
  return durationToMs(value);
}
