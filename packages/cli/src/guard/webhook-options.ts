import type { GuardAddress } from "@kiln/guard";
import type { WebhookServerOptions } from "@kiln/webhook/node";
import { UsageError } from "../command.ts";

/** Options of `kiln webhook`. */
export interface GuardWebhookOptions {
  readonly server: Pick<WebhookServerOptions, "host" | "port" | "probes">;
  /** Certificate files; undefined: Kiln creates a certificate in the data folder. */
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly caFile: string } | undefined;
  readonly certFolder: string;
  /** Address at which the API server calls the webhook, and names in the certificate. */
  readonly callName: string;
  readonly addressAt: (port: number) => GuardAddress;
  readonly configurationName: string;
  readonly writesConfiguration: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

export const WEBHOOK_TEXTS = [
  "listen",
  "probe-listen",
  "service",
  "host",
  "tls-cert-file",
  "tls-private-key-file",
  "ca-file",
  "cert-dir",
  "name",
  "kubeconfig",
  "context",
] as const;

export type WebhookTexts = Readonly<Partial<Record<(typeof WEBHOOK_TEXTS)[number], string>>>;

export function parseGuardOptions(texts: WebhookTexts, writesConfiguration: boolean): GuardWebhookOptions {
  const { host, port } = hostAndPort("--listen", texts.listen ?? "0.0.0.0:8443");
  const probes = texts["probe-listen"] === undefined ? undefined : hostAndPort("--probe-listen", texts["probe-listen"]);
  if (texts.service !== undefined && texts.host !== undefined) {
    throw new UsageError("--service and --host both say how the API server calls: give one");
  }
  return {
    server: { host, port, ...(probes === undefined ? {} : { probes }) },
    tls: tlsFiles(texts),
    certFolder: texts["cert-dir"] ?? ".kiln-guard",
    ...(texts.service === undefined ? byHost(texts.host ?? "127.0.0.1") : byService(texts.service)),
    configurationName: texts.name ?? "kiln-guard",
    writesConfiguration,
    kubeconfig: texts.kubeconfig,
    context: texts.context,
  };
}

function hostAndPort(flag: string, text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]*)):(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) {
    throw new UsageError(`${flag} takes HOST:PORT, not "${text}"`);
  }
  return { host: bracketed ?? plain ?? "", port };
}

function tlsFiles(texts: WebhookTexts): GuardWebhookOptions["tls"] {
  const certFile = texts["tls-cert-file"];
  const keyFile = texts["tls-private-key-file"];
  const caFile = texts["ca-file"];
  if (certFile === undefined && keyFile === undefined && caFile === undefined) {
    return undefined;
  }
  if (certFile === undefined || keyFile === undefined || caFile === undefined) {
    throw new UsageError("--tls-cert-file, --tls-private-key-file and --ca-file go together");
  }
  return { certFile, keyFile, caFile };
}

type Called = Pick<GuardWebhookOptions, "callName" | "addressAt">;

function byHost(host: string): Called {
  const printed = host.includes(":") ? `[${host}]` : host;
  return { callName: host, addressAt: (port) => ({ url: `https://${printed}:${port}` }) };
}

/** Parses `namespace/name` or `namespace/name:port`. */
function byService(text: string): Called {
  const [, namespace = "", name = "", digits = "443"] = /^([^/:]+)\/([^/:]+)(?::(\d+))?$/.exec(text) ?? [];
  if (name === "") {
    throw new UsageError(`--service takes NAMESPACE/NAME or NAMESPACE/NAME:PORT, not "${text}"`);
  }
  return { callName: `${name}.${namespace}.svc`, addressAt: () => ({ namespace, name, port: Number(digits) }) };
}
