import {
  asText,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  quoteGo,
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { checkSubdomain } from "../field-checks.ts";

const MAX_POOL_NAME = 253;

/** Identity of a device, or of a share of one, in the form of Kubernetes' errors. */
export function deviceIdOf({ driver, pool, device, shareID }: JsonObject): string {
  return JSON.stringify({
    Driver: asText(driver),
    Pool: asText(pool),
    Device: asText(device),
    ShareID: asText(shareID),
  });
}

export function checkPoolName(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const name = asText(value);
  return name === ""
    ? [required(path, "")]
    : [
        ...(utf8Length(name) > MAX_POOL_NAME ? [tooLong(path, MAX_POOL_NAME)] : []),
        ...name.split("/").flatMap((part) => checkSubdomain(part, path)),
      ];
}

const PLAIN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NORMAL_FORM =
  "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters";

export function checkShareId(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (value === undefined || value === null) {
    return [];
  }
  const uid = asText(value);
  const fault = uuidFault(uid);
  if (fault !== undefined) {
    return [invalid(path, uid, `error validating uid: ${fault}`)];
  }
  return uid.length === 36 && uid === uid.toLowerCase() ? [] : [invalid(path, uid, NORMAL_FORM)];
}

/**
 * Error of an invalid UUID. Kubernetes: the parser accepts four forms, distinguished by their length
 * (google/uuid/uuid.go Parse, v1.36).
 */
function uuidFault(text: string): string | undefined {
  const wrong = "invalid UUID format";
  const length = utf8Length(text);
  switch (length) {
    case 36:
      return PLAIN_UUID.test(text) ? undefined : wrong;
    case 45:
      return !/^urn:uuid:/i.test(text)
        ? `invalid urn prefix: ${quoteGo(text.slice(0, 9))}`
        : PLAIN_UUID.test(text.slice(9))
          ? undefined
          : wrong;
    case 38:
      return !/^\{.*\}$/s.test(text)
        ? "invalid bracketed UUID format"
        : PLAIN_UUID.test(text.slice(1, -1))
          ? undefined
          : wrong;
    case 32:
      return /^[0-9a-f]{32}$/i.test(text) ? undefined : wrong;
    default:
      return `invalid UUID length: ${length}`;
  }
}
