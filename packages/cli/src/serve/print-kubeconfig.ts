import { createPrivateKey } from "node:crypto";
import type { KeyPair } from "./make-certificates.ts";

export interface Trust {
  /** CA of the server as PEM. */
  readonly ca: string;
  readonly admin: KeyPair;
}

/** A complete kubeconfig for the administrator with inline credentials, as JSON, which is valid YAML. */
export function printKubeconfig(server: string, { ca, admin }: Trust): string {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "kiln", cluster: { server, "certificate-authority-data": base64(ca) } }],
    users: [
      {
        name: "kiln-admin",
        user: { "client-certificate-data": base64(admin.cert), "client-key-data": base64(toSec1(admin.key)) },
      },
    ],
    contexts: [{ name: "kiln", context: { cluster: "kiln", user: "kiln-admin", namespace: "default" } }],
    "current-context": "kiln",
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** EC key in SEC 1 form, which every client supports: fabric8 (Java) takes any PKCS #8 key for RSA. */
function toSec1(pem: string): string {
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === "ec" ? key.export({ type: "sec1", format: "pem" }).toString() : pem;
}
