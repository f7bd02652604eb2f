import { decodeJson, encodeUtf8 } from "@kiln/api";

export interface ForkAccess {
  readonly url: string;
  /** CA bundle as PEM; absent where clients need none. */
  readonly ca: string | undefined;
  readonly token: string;
}

/** A complete kubeconfig for the administrator of a fork, as JSON, which is valid YAML. */
export function printForkKubeconfig(name: string, { url, ca, token }: ForkAccess): string {
  const trust = ca === undefined ? {} : { "certificate-authority-data": Buffer.from(ca).toString("base64") };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server: url, ...trust } }],
    users: [{ name: "fork-admin", user: { token } }],
    contexts: [{ name, context: { cluster: name, user: "fork-admin", namespace: "default" } }],
    "current-context": name,
  });
}

/** Token in such a kubeconfig; undefined if it has none. */
export function readForkToken(kubeconfig: string): string | undefined {
  if (kubeconfig === "") {
    return undefined;
  }
  const { value } = decodeJson(encodeUtf8(kubeconfig), { maxBytes: kubeconfig.length * 4 });
  const config = value as unknown as { users?: readonly { user?: { token?: string } }[] };
  return config.users?.[0]?.user?.token;
}
