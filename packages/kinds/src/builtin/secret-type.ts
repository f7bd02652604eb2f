import {
  decodeJson,
  describeGoValue,
  encodeBytewise,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  metadataOf,
  required,
} from "@kiln/api";
import { fromBase64 } from "./base64-value.ts";

type SecretData = Readonly<Record<string, string>>;

const DATA = fieldPath("data");

/** Validation of a Secret's keys by its type. A Secret of another type may have any keys. */
const RULES: ReadonlyMap<string, (data: SecretData, object: JsonObject) => FieldError[]> = new Map([
  ["kubernetes.io/service-account-token", (_data: SecretData, object: JsonObject) => needAccount(object)],
  ["kubernetes.io/dockercfg", (data: SecretData) => needJson(data, ".dockercfg")],
  ["kubernetes.io/dockerconfigjson", (data: SecretData) => needJson(data, ".dockerconfigjson")],
  [
    "kubernetes.io/basic-auth",
    (data: SecretData) => (has(data, "username") || has(data, "password") ? [] : need(data, ["username", "password"])),
  ],
  [
    "kubernetes.io/ssh-auth",
    // Kubernetes: the only type for which an empty value counts as missing (core/validation/validation.go
    // ValidateSecret, v1.36).
    (data: SecretData) => (data["ssh-privatekey"] ? [] : [required(DATA.key("ssh-privatekey"), "")]),
  ],
  ["kubernetes.io/tls", (data: SecretData) => need(data, ["tls.crt", "tls.key"])],
]);

export function checkSecretType(object: JsonObject, data: SecretData): FieldError[] {
  return RULES.get(String(object.type))?.(data, object) ?? [];
}

function has(data: SecretData, key: string): boolean {
  return Object.hasOwn(data, key);
}

function need(data: SecretData, keys: readonly string[]): FieldError[] {
  return keys.filter((key) => !has(data, key)).map((key) => required(DATA.key(key), ""));
}

const ACCOUNT = "kubernetes.io/service-account.name";

function needAccount(object: JsonObject): FieldError[] {
  const { annotations } = metadataOf(object);
  return isJsonObject(annotations) && annotations[ACCOUNT]
    ? []
    : [required(fieldPath("metadata", "annotations").key(ACCOUNT), "")];
}

function needJson(data: SecretData, key: string): FieldError[] {
  const missing = need(data, [key]);
  if (missing.length > 0) {
    return missing;
  }
  const fault = judgeJson(fromBase64(data[key] as string));
  return fault === undefined ? [] : [invalid(DATA.key(key), "<secret contents redacted>", fault)];
}

/** Go's error for a value that is no JSON object; null counts as an empty object. */
function judgeJson(bytes: string): string | undefined {
  try {
    const { value } = decodeJson(encodeBytewise(bytes));
    return value === null || isJsonObject(value)
      ? undefined
      : `json: cannot unmarshal ${describeGoValue(value)} into Go value of type map[string]interface {}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
