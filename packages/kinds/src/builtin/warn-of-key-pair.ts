import type { JsonObject } from "@kiln/api";
import { fromBase64 } from "./base64-value.ts";
import { dataOf } from "./data-keys.ts";

/**
 * Warning about a TLS Secret without a certificate or key in PEM, with Go's error. Kubernetes also parses both and
 * checks that they match, which needs more cryptography than the server includes.
 */
export function warnOfKeyPair(object: JsonObject): string[] {
  if (object.type !== "kubernetes.io/tls") {
    return [];
  }
  const data = dataOf(object, "data");
  const fault = judgeCertificate(blockTypes(data["tls.crt"] ?? "")) ?? judgeKey(blockTypes(data["tls.key"] ?? ""));
  return fault === undefined ? [] : [`tls: ${fault}`];
}

const BEGIN = "-----BEGIN ";
const END = "\n-----END ";
const DASHES = "-----";
/** Content of a PEM block: header lines, then base64. */
const CONTENT = /^(?:[^\n:-]+:[^\n]*\n)*[A-Za-z0-9+/=\s]*$/;

/** Types of the PEM blocks, in order. Linear, whatever the content. */
function blockTypes(base64: string): readonly string[] {
  const text = fromBase64(base64).replaceAll("\r", "");
  const types: string[] = [];
  let end = -1;
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + 1)) {
    const line = text.slice(begin, endOfLine(text, begin)).trimEnd();
    const from = begin + line.length;
    // The end marker found for an earlier block, if it is still ahead.
    end = end >= from ? end : text.indexOf(END, from);
    if (end < 0) {
      break;
    }
    const type = line.slice(BEGIN.length, -DASHES.length);
    const isClosed = line.endsWith(DASHES) && text.startsWith(END + type + DASHES, end);
    if (isClosed && CONTENT.test(text.slice(from, end))) {
      types.push(type);
      begin = end;
    }
  }
  return types;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
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
