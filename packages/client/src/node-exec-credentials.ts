import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { isJsonObject, type JsonObject } from "@kiln/api";
import type { Credentials } from "./node-kubeconfig.ts";

/** The `exec` of a kubeconfig's user: a program that prints credentials. */
export interface ExecConfig extends JsonObject {
  apiVersion: string;
  command: string;
}

interface ExecPlace {
  /** Folder of the kubeconfig: a command with a slash is relative to it. */
  readonly folder: string;
  readonly cluster: { readonly url: string; readonly ca?: string };
}

/** Credentials without an expiry are kept; others are renewed a little before they expire. */
const EARLY_MS = 10_000;

export function createExecCredentials(config: ExecConfig, place: ExecPlace): Credentials {
  let held: { readonly token: string; readonly expiresMs: number } | undefined;
  return {
    async token() {
      if (held === undefined || held.expiresMs - EARLY_MS < Date.now()) {
        const { token, expirationTimestamp } = await runPlugin(config, place);
        if (typeof token !== "string") {
          throw new Error(`${config.command} printed no token; client certificates from programs are not supported`);
        }
        const expires = typeof expirationTimestamp === "string" ? Date.parse(expirationTimestamp) : Number.NaN;
        held = { token, expiresMs: Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires };
      }
      return held.token;
    },
  };
}

async function runPlugin(config: ExecConfig, { folder, cluster }: ExecPlace): Promise<JsonObject> {
  const command = config.command.includes("/") ? resolve(folder, config.command) : config.command;
  const spec = {
    interactive: false,
    ...(config.provideClusterInfo === true
      ? {
          cluster: {
            server: cluster.url,
            ...(cluster.ca === undefined
              ? {}
              : { "certificate-authority-data": Buffer.from(cluster.ca).toString("base64") }),
          },
        }
      : {}),
  };
  const info = JSON.stringify({ kind: "ExecCredential", apiVersion: config.apiVersion, spec });
  const env = { ...process.env, ...variables(config), KUBERNETES_EXEC_INFO: info };
  const printed = await new Promise<string>((fulfil, reject) => {
    execFile(command, strings(config.args), { env, timeout: 60_000 }, (error, stdout) =>
      error === null ? fulfil(stdout) : reject(error),
    );
  });
  const credential = JSON.parse(printed);
  if (!isJsonObject(credential) || !isJsonObject(credential.status)) {
    throw new Error(`${config.command} printed no ExecCredential`);
  }
  return credential.status;
}

function variables({ env }: ExecConfig): Record<string, string> {
  const entries = Array.isArray(env) ? env.filter(isJsonObject) : [];
  return Object.fromEntries(entries.map(({ name, value }) => [String(name), String(value)]));
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
