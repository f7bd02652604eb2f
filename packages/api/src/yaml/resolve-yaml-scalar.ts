import { toInt64OrDouble } from "../json/to-int64-or-double.ts";

/** Value of an unquoted YAML scalar. Its kinds are the types of YAML 1.1, which Kubernetes decodes. */
export type YamlScalar =
  | { readonly kind: "null"; readonly value: null }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int" | "float"; readonly value: number | bigint }
  | { readonly kind: "timestamp" | "str" | "merge"; readonly value: string };

const WORDS: ReadonlyMap<string, YamlScalar> = new Map([
  ...words({ kind: "bool", value: true }, "y Y yes Yes YES true True TRUE on On ON"),
  ...words({ kind: "bool", value: false }, "n N no No NO false False FALSE off Off OFF"),
  ...words({ kind: "null", value: null }, " ~ null Null NULL"),
  ...words({ kind: "float", value: Number.NaN }, ".nan .NaN .NAN"),
  ...words({ kind: "float", value: Number.POSITIVE_INFINITY }, ".inf .Inf .INF +.inf +.Inf +.INF"),
  ...words({ kind: "float", value: Number.NEGATIVE_INFINITY }, "-.inf -.Inf -.INF"),
]);

function words(scalar: YamlScalar, list: string): [string, YamlScalar][] {
  return list.split(" ").map((word) => [word, scalar]);
}

/** Matches an integer, which a double holds exactly if it is short. */
const INTEGER = /^(?:0|[1-9][0-9]*)$/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const PREFIXED = /^([-+]?)0(?:[xX]([0-9a-fA-F]+)|[bB]([01]+)|[oO]?([0-7]+))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/**
 * Kubernetes: a sign after the prefix is accepted, since the digits pass through ParseInt (yaml/v2/resolve.go resolve,
 * v1.36).
 */
const SIGNED_BINARY = /^0b([-+])([01]+)$/;

const TWO_TO_63 = 2n ** 63n;

/** Resolves a scalar without quotes and tag. */
export function resolveYamlScalar(text: string): YamlScalar {
  const word = WORDS.get(text);
  if (word !== undefined) {
    return word;
  }
  const first = text.charCodeAt(0);
  if (first === 0x2e) {
    return FLOAT.test(text) ? resolveFloat(text, text) : { kind: "str", value: text };
  }
  const isNumeric = first === 0x2b || first === 0x2d || (first >= 0x30 && first <= 0x39);
  if (!isNumeric) {
    return { kind: "str", value: text };
  }
  if (text.length < 16 && INTEGER.test(text)) {
    return { kind: "int", value: Number(text) };
  }
  return isTimestamp(text) ? { kind: "timestamp", value: text } : resolveNumber(text);
}

function resolveNumber(text: string): YamlScalar {
  const plain = text.replaceAll("_", "");
  if (DECIMAL.test(plain)) {
    return resolveDecimal(plain, text);
  }
  const integer = parsePrefixed(plain);
  if (integer !== undefined) {
    return { kind: "int", value: integer };
  }
  return FLOAT.test(plain) ? resolveFloat(plain, text) : { kind: "str", value: text };
}

/** Resolves a decimal number; one beyond int64 is a float. */
function resolveDecimal(plain: string, text: string): YamlScalar {
  const value = toInt64OrDouble(plain);
  return typeof value === "bigint" || Number.isSafeInteger(value)
    ? { kind: "int", value: typeof value === "bigint" ? value : value + 0 }
    : resolveFloat(plain, text);
}

function resolveFloat(plain: string, text: string): YamlScalar {
  const value = Number(plain);
  return Number.isFinite(value) ? { kind: "float", value: printedAsInt64(value) } : { kind: "str", value: text };
}

/**
 * Kubernetes: YAML is converted to JSON first, where a large float prints as an integer (sigs.k8s.io/yaml/yaml.go
 * yamlToJSONTarget, v1.36).
 */
function printedAsInt64(value: number): number | bigint {
  return Number.isInteger(value) ? toInt64OrDouble(String(value + 0)) : value;
}

function parsePrefixed(plain: string): number | bigint | undefined {
  const signed = SIGNED_BINARY.exec(plain);
  if (signed !== null) {
    return fitInt64(signed[1], BigInt(`0b${signed[2]}`));
  }
  const match = PREFIXED.exec(plain);
  if (match === null) {
    return undefined;
  }
  const [, sign, hex, binary, octal] = match;
  const digits = hex ?? binary ?? octal ?? "";
  // More digits than 64 bits can have; creating a BigInt of very many takes more than linear time.
  if (digits.replace(/^0+/, "").length > 64) {
    return undefined;
  }
  return fitInt64(sign, BigInt(`${hex !== undefined ? "0x" : binary !== undefined ? "0b" : "0o"}${digits}`));
}

function fitInt64(sign: string | undefined, magnitude: bigint): number | bigint | undefined {
  const exact = sign === "-" ? -magnitude : magnitude;
  if (exact < -TWO_TO_63 || exact >= (sign === "" ? TWO_TO_63 * 2n : TWO_TO_63)) {
    return undefined;
  }
  const double = Number(exact);
  return Number.isSafeInteger(double) || exact >= TWO_TO_63 ? double : exact;
}

const TIMESTAMP =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2}))| +([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?)?$/;

/**
 * Whether a text has the form of a time in Kubernetes' YAML library, with a valid day. Such texts stay strings, but are
 * quoted when printed.
 */
function isTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text);
  if (match === null) {
    return false;
  }
  const part = (i: number) => Number(match[i] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= days;
  return (
    isDate && part(4) + part(9) < 24 && Math.max(part(5), part(6), part(10), part(11), part(8)) < 60 && part(7) <= 24
  );
}
