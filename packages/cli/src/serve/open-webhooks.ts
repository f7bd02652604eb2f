import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { WebhookSettings } from "@kiln/admission";
import { asObjects, asText, isJsonObject, type JsonObject } from "@kiln/api";
import { findCredentials, type ServiceAddress, type WebhookCredentials } from "@kiln/webhook";
import { openWebhookTransport } from "@kiln/webhook/node";
import { UsageError } from "../command.ts";
import { readAdmissionConfig, readYamlFile } from "./admission-config.ts";

/** Options of calls to webhooks. */
export interface WebhookOptions {
  /** Addresses of Services, by `namespace/name`. */
  readonly services: ReadonlyMap<string, ServiceAddress>;
  /** Path of an AdmissionConfiguration file. */
  readonly configFile?: string;
}

export function parseWebhookOptions(flags: Readonly<Record<string, string | undefined>>): WebhookOptions {
  const configFile = flags["admission-control-config-file"];
  const services = (flags["service-resolver"] ?? "").split(",").filter((part) => part !== "");
  return {
    services: new Map(services.map(parseServiceAddress)),
    ...(configFile === undefined ? {} : { configFile }),
  };
}

function parseServiceAddress(text: string): readonly [string, ServiceAddress] {
  const match = /^([^.=]+)\.([^.=]+)=(.+):(\d{1,5})$/.exec(text);
  if (match === null) {
    throw new UsageError(`--service-resolver takes NAME.NAMESPACE=HOST:PORT, separated by commas, not "${text}"`);
  }
  const [, name = "", namespace = "", host = "", port = ""] = match;
  return [`${namespace}/${name}`, { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) }];
}

/** Creates the caller of webhooks. The caller of this function closes its transport. */
export async function openWebhooks({ services, configFile }: WebhookOptions): Promise<WebhookSettings> {
  const users = configFile === undefined ? undefined : await readUsers(configFile);
  const transport = openWebhookTransport();
  return {
    transport,
    services,
    ...(users === undefined
      ? {}
      : { findCredentials: (hostPort) => findCredentials(users.byName, hostPort, users.current) }),
  };
}

interface Users {
  readonly byName: ReadonlyMap<string, WebhookCredentials>;
  /** Name of the user for webhooks that match no other name. */
  readonly current?: string;
}

const WEBHOOK_PLUGINS = ["MutatingAdmissionWebhook", "ValidatingAdmissionWebhook"];

/**
 * Kubernetes: an AdmissionConfiguration names one kubeconfig for each webhook plugin (webhook/config/kubeconfig.go
 * LoadConfig, v1.36). Here both plugins use the users of both files.
 */
async function readUsers(configFile: string): Promise<Users> {
  const config = await readAdmissionConfig(configFile);
  const files = WEBHOOK_PLUGINS.flatMap((plugin) => {
    const kubeconfig = asText(config.find(plugin)?.kubeConfigFile);
    return kubeconfig === "" ? [] : [config.resolve(kubeconfig)];
  });
  const unique = [...new Set(files)];
  const all = await Promise.all(unique.map(async (file) => readKubeconfig(file, await readYamlFile(file))));
  const current = all.find((users) => users.current !== undefined)?.current;
  return { byName: new Map(all.flatMap(({ byName }) => [...byName])), ...(current === undefined ? {} : { current }) };
}

function readKubeconfig(file: string, content: JsonObject): Users {
  const byName = asObjects(content.users).map(({ name, user }) => {
    const credentials = isJsonObject(user) ? readCredentials(user, dirname(file)) : {};
    return [asText(name), credentials] as const;
  });
  const context = asObjects(content.contexts).find(({ name }) => name === content["current-context"])?.context;
  const current = isJsonObject(context) ? asText(context.user) : "";
  return { byName: new Map(byName), ...(current === "" ? {} : { current }) };
}

function readCredentials(user: JsonObject, folder: string): WebhookCredentials {
  const inline = (key: string) => Buffer.from(asText(user[`${key}-data`]), "base64").toString("utf8");
  const fromFile = (path: string) => readFileSync(resolve(folder, path), "utf8");
  const read = (key: string) => inline(key) || (asText(user[key]) === "" ? "" : fromFile(asText(user[key])));
  const token = asText(user.token) || (asText(user.tokenFile) === "" ? "" : fromFile(asText(user.tokenFile)).trim());
  const given = {
    token,
    username: asText(user.username),
    password: asText(user.password),
    cert: read("client-certificate"),
    key: read("client-key"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}
