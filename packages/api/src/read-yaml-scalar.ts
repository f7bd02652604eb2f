import type { Scalar } from "yaml";
import type { JsonValue } from "./json-value.ts";
import { resolveYamlScalar, type YamlScalar } from "./resolve-yaml-scalar.ts";
import { decodeUtf8 } from "./text-bytes.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

const STANDARD = "tag:yaml.org,2002:";
const RESOLVABLE: ReadonlySet<string> = new Set(["bool", "int", "float", "null", "timestamp"]);
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A scalar with its tag and quotes taken into account, as Kubernetes reads it. */
export function readYamlScalar(text: string, node: Scalar): YamlScalar {
  const source = sourceOf(text, node);
  if (LONE_SURROGATE.test(source)) {
    throw yamlErrorAt(text, node.range?.[0] ?? 0, "yaml: found invalid Unicode character escape code");
  }
  return readTagged(text, node, source);
}

/** Kubernetes: a block that ends with the text ends without a line break if the text does, whatever its header says. */
function sourceOf(text: string, node: Scalar): string {
  const source = typeof node.value === "string" ? node.value : "";
  const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
  if (!isBlock || !source.endsWith("\n") || (node.range?.[1] ?? 0) < text.length) {
    return source;
  }
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  return lastLine.trim() === "" ? source : source.slice(0, -1);
}

/** The value of a scalar that is not a key; JSON has no way to write infinity or NaN. */
export function readYamlScalarValue(text: string, node: Scalar): JsonValue {
  const { value } = readYamlScalar(text, node);
  if (typeof value === "number" && !Number.isFinite(value)) {
    const name = Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    throw yamlErrorAt(text, node.range?.[0] ?? 0, `json: unsupported value: ${name}`, "number");
  }
  return value;
}

function readTagged(text: string, node: Scalar, source: string): YamlScalar {
  const { tag } = node;
  if (tag === undefined) {
    return node.type === "PLAIN" ? resolveYamlScalar(source) : { kind: "str", value: source };
  }
  const name = tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : "";
  if (name === "binary") {
    return { kind: "str", value: decodeBase64(text, node, source) };
  }
  if (!RESOLVABLE.has(name)) {
    return { kind: "str", value: source };
  }
  const scalar = resolveYamlScalar(source);
  if (scalar.kind === name || (name === "float" && scalar.kind === "int")) {
    return scalar;
  }
  const message = `yaml: cannot decode !!${scalar.kind} \`${source}\` as a !!${name}`;
  throw yamlErrorAt(text, node.range?.[0] ?? 0, message);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBase64(text: string, node: Scalar, source: string): string {
  const digits = source.replace(/[\r\n]/g, "");
  if (!BASE64.test(digits)) {
    throw yamlErrorAt(text, node.range?.[0] ?? 0, "yaml: !!binary value contains invalid base64 data");
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
