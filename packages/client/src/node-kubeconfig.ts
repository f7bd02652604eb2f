import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { createExecCredentials, type ExecConfig } from "./node-exec-credentials.ts";

/** Credentials of a client. `token` is called before each request, because tokens are renewed. */
export interface Credentials {
  /** PEM of the client certificate. */
  readonly cert?: string;
  readonly key?: string;
  token?(): Promise<string | undefined>;
}

/** Address and TLS settings of a server. */
export interface ClusterAccess {
  readonly url: string;
  /** CA bundle as PEM; the system's own authorities if absent. */
  readonly ca?: string;
  readonly isInsecure?: boolean;
  readonly serverName?: string;
  readonly credentials: Credentials;
  /** Namespace of the context; `default` if it has none. */
  readonly namespace: string;
  /** Context of the kubeconfig; absent for a Pod's service account. */
  readonly context?: string;
}

export interface KubeconfigOptions {
  /**
   * Paths of kubeconfig files. If absent: those in `KUBECONFIG`, then `~/.kube/config`, then the Pod's service account.
   */
  readonly file?: string | undefined;
  readonly context?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Error of a missing or invalid configuration; the message contains the next step. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
  /** Message without the next step: for callers without a kubeconfig flag. */
  readonly reason: string;

  constructor(reason: string, advice?: string) {
    super(advice === undefined ? reason : `${reason}; ${advice}`);
    this.reason = reason;
  }
}

const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

export function loadAccess({ file, context, env = process.env }: KubeconfigOptions = {}): ClusterAccess {
  const named = file ?? env.KUBECONFIG;
  const files = named === undefined || named === "" ? [join(homedir(), ".kube", "config")] : named.split(delimiter);
  const found = files.filter((path) => existsSync(path));
  if (found.length > 0) {
    return toAccess(found.map(readConfig), context);
  }
  if (named === undefined || named === "") {
    return loadPodAccess(env);
  }
  throw new KubeconfigError(`there is no kubeconfig at ${named}`, "name another with --kubeconfig");
}

function loadPodAccess(env: Readonly<Record<string, string | undefined>>): ClusterAccess {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = "443" } = env;
  if (host === undefined || !existsSync(join(SERVICE_ACCOUNT, "token"))) {
    throw new KubeconfigError("no kubeconfig found", "name one with --kubeconfig or KUBECONFIG");
  }
  const namespaceFile = join(SERVICE_ACCOUNT, "namespace");
  return {
    url: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    ca: readFileSync(join(SERVICE_ACCOUNT, "ca.crt"), "utf8"),
    credentials: { token: async () => readFileSync(join(SERVICE_ACCOUNT, "token"), "utf8").trim() },
    namespace: existsSync(namespaceFile) ? readFileSync(namespaceFile, "utf8").trim() : "default",
  };
}

interface ConfigFile {
  readonly folder: string;
  readonly content: JsonObject;
}

function readConfig(path: string): ConfigFile {
  const content = parseYaml(readFileSync(path, "utf8")).value;
  if (!isJsonObject(content)) {
    throw new KubeconfigError(`${path} is no kubeconfig: it should be a map with clusters, contexts and users`);
  }
  return { folder: dirname(resolve(path)), content };
}

/** Kubernetes: of several kubeconfig files the first that sets a value wins (tools/clientcmd/loader.go Load, v1.36). */
function toAccess(files: readonly ConfigFile[], wanted: string | undefined): ClusterAccess {
  const current = files.map(({ content }) => text(content, "current-context")).find((name) => name !== undefined);
  const contextName = wanted ?? current;
  if (contextName === undefined || contextName === "") {
    throw new KubeconfigError("the kubeconfig has no current-context", "name one with --context");
  }
  const context = findEntry(files, { list: "contexts", field: "context", name: contextName });
  const cluster = findEntry(files, { list: "clusters", field: "cluster", name: text(context.value, "cluster") ?? "" });
  const user = findEntry(files, { list: "users", field: "user", name: text(context.value, "user") ?? "" });
  const url = text(cluster.value, "server");
  if (url === undefined) {
    throw new KubeconfigError(`the cluster of context ${contextName} has no server`);
  }
  const ca = readPem(cluster, "certificate-authority");
  const serverName = text(cluster.value, "tls-server-name");
  return {
    url,
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { serverName }),
    isInsecure: cluster.value["insecure-skip-tls-verify"] === true,
    credentials: toCredentials(user, { url, ...(ca === undefined ? {} : { ca }) }),
    namespace: text(context.value, "namespace") ?? "default",
    context: contextName,
  };
}

interface Entry {
  readonly folder: string;
  readonly value: JsonObject;
}

function findEntry(
  files: readonly ConfigFile[],
  { list, field, name }: { readonly list: string; readonly field: string; readonly name: string },
): Entry {
  for (const { folder, content } of files) {
    const entries = Array.isArray(content[list]) ? content[list].filter(isJsonObject) : [];
    const value = entries.find((entry) => entry.name === name)?.[field];
    if (isJsonObject(value)) {
      return { folder, value };
    }
  }
  throw new KubeconfigError(`the kubeconfig has no ${field} named ${JSON.stringify(name)}`);
}

function toCredentials(user: Entry, cluster: { readonly url: string; readonly ca?: string }): Credentials {
  const cert = readPem(user, "client-certificate");
  const key = readPem(user, "client-key");
  const certificate = cert === undefined || key === undefined ? {} : { cert, key };
  const { exec } = user.value;
  if (isJsonObject(exec)) {
    return { ...certificate, ...createExecCredentials(exec as ExecConfig, { folder: user.folder, cluster }) };
  }
  const tokenFile = text(user.value, "tokenFile");
  const token = text(user.value, "token");
  if (tokenFile !== undefined) {
    const path = resolve(user.folder, tokenFile);
    return { ...certificate, token: async () => readFileSync(path, "utf8").trim() };
  }
  return token === undefined ? certificate : { ...certificate, token: async () => token };
}

/** PEM data: inline as base64, or in a file whose name is relative to the kubeconfig. */
function readPem({ folder, value }: Entry, field: string): string | undefined {
  const data = text(value, `${field}-data`);
  if (data !== undefined) {
    return Buffer.from(data, "base64").toString("utf8");
  }
  const file = text(value, field);
  return file === undefined ? undefined : readFileSync(resolve(folder, file), "utf8");
}

function text(value: JsonObject, field: string): string | undefined {
  const found = Object.hasOwn(value, field) ? value[field] : undefined;
  return typeof found === "string" && found !== "" ? found : undefined;
}
