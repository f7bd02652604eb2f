import { decodeUtf8 } from "../text/text-bytes.ts";
import { resolveYamlScalar, type YamlScalar } from "./resolve-yaml-scalar.ts";

const STANDARD = "tag:yaml.org,2002:";
const RESOLVABLE: ReadonlySet<string> = new Set(["bool", "int", "float", "null", "timestamp"]);

/**
 * Resolves a scalar by its tag, as Kubernetes does; returns a string if it is invalid, the error. `isPlain`: without
 * quotes, and not a block.
 */
export function readYamlScalar(text: string, isPlain: boolean, tag: string | undefined): YamlScalar | string {
  if (tag === undefined) {
    return !isPlain ? { kind: "str", value: text } : text === "<<" ? MERGE : resolveYamlScalar(text);
  }
  const name = tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : "";
  if (name === "binary") {
    const value = decodeBase64(text);
    return value === undefined ? "yaml: !!binary value contains invalid base64 data" : { kind: "str", value };
  }
  if (name === "merge" && text === "<<") {
    return MERGE;
  }
  if (!RESOLVABLE.has(name)) {
    return { kind: "str", value: text };
  }
  const scalar = resolveYamlScalar(text);
  return scalar.kind === name || (name === "float" && scalar.kind === "int")
    ? scalar
    : `yaml: cannot decode !!${scalar.kind} \`${text}\` as a !!${name}`;
}

const MERGE: YamlScalar = { kind: "merge", value: "<<" };

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBase64(source: string): string | undefined {
  const digits = source.replace(/[\r\n]/g, "");
  if (!BASE64.test(digits)) {
    return undefined;
  }
  const bytes = new Uint8Array(Math.floor((digits.replace(/=+$/, "").length * 3) / 4));
  let bits = 0;
  for (let i = 0, filled = 0; filled < bytes.length; i++) {
    bits = ((bits << 6) | ALPHABET.indexOf(digits[i] as string)) & 0xffffff;
    if (i % 4 > 0) {
      bytes[filled++] = bits >> (6 - 2 * (i % 4));
    }
  }
  return decodeUtf8(bytes);
}
