import type { JsonObject } from "@kiln/api";
import { fromBase64 } from "./base64-value.ts";
import { dataOf } from "./data-keys.ts";

/**
 * Go's complaint about a TLS secret whose certificate or key is not there in PEM. Kubernetes also parses both and looks
 * whether they belong together; that needs more cryptography than the server carries.
 */
export function warnOfKeyPair(object: JsonObject): string[] {
  if (object.type !== "kubernetes.io/tls") {
    return [];
  }
  const data = dataOf(object, "data");
  const fault = judgeCertificate(blockTypes(data["tls.crt"] ?? "")) ?? judgeKey(blockTypes(data["tls.key"] ?? ""));
  return fault === undefined ? [] : [`tls: ${fault}`];
}

const BLOCK = /-----BEGIN ([^\r\n]*?)-----[ \t]*\r?\n[A-Za-z0-9+/=\s:,;.-]*?-----END \1-----/g;

function blockTypes(base64: string): readonly string[] {
  return Array.from(fromBase64(base64).matchAll(BLOCK), ([, type]) => type as string);
}

function judgeCertificate(types: readonly string[]): string | undefined {
  if (types.includes("CERTIFICATE")) {
    return undefined;
  }
  if (types.length === 0) {
    return "failed to find any PEM data in certificate input";
  }
  return types.length === 1 && types[0]?.endsWith("PRIVATE KEY")
    ? "failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched"
    : `failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(" ")}]`;
}

function judgeKey(types: readonly string[]): string | undefined {
  if (types.some((type) => type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY"))) {
    return undefined;
  }
  if (types.length === 0) {
    return "failed to find any PEM data in key input";
  }
  return types.length === 1 && types[0] === "CERTIFICATE"
    ? "found a certificate rather than a key in the PEM for the private key"
    : `failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(" ")}]`;
}
