import type { JsonSchema } from "../json-schema.ts";
import { isEmail } from "./email.ts";
import {
  isBsonObjectId,
  isCreditCard,
  isIsbn,
  isIsbn10,
  isIsbn13,
  isKubernetesLongName,
  isKubernetesShortName,
  isSsn,
  isUuid,
  isUuid3,
  isUuid4,
  isUuid5,
} from "./identifiers.ts";
import { isCidr, isHostname, isIpv4, isIpv6, isMac } from "./network.ts";
import { isByte, isHexColor, isPassword, isRgbColor } from "./texts.ts";
import { isDate, isDateTime, isDuration } from "./times.ts";
import { isUri } from "./uri.ts";

export type IsOfFormat = (text: string) => boolean;

/** Checks of all string formats, by name without hyphens: `date-time` and `datetime` are the same. */
export const stringFormats: ReadonlyMap<string, IsOfFormat> = new Map<string, IsOfFormat>([
  ["bsonobjectid", isBsonObjectId],
  ["uri", isUri],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["cidr", isCidr],
  ["mac", isMac],
  ["uuid", isUuid],
  ["uuid3", isUuid3],
  ["uuid4", isUuid4],
  ["uuid5", isUuid5],
  ["isbn", isIsbn],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", isCreditCard],
  ["ssn", isSsn],
  ["hexcolor", isHexColor],
  ["rgbcolor", isRgbColor],
  ["byte", isByte],
  ["password", isPassword],
  ["date", isDate],
  ["duration", isDuration],
  ["datetime", isDateTime],
  ["k8sshortname", isKubernetesShortName],
  ["k8slongname", isKubernetesLongName],
]);

const INTEGER_FORMATS: readonly string[] = ["int32", "int64"];
const NUMBER_FORMATS: readonly string[] = ["float", "double"];

/** Format of the schema, or the empty string if it does not apply to the type, where it has no effect. */
export function effectiveFormat(schema: JsonSchema): string {
  const { format = "", isFormatKept } = schema;
  return isFormatKept === true || isKnownFormat(schema, format) ? format : "";
}

/** Format of an integer or a number, or the empty string if the format does not apply to numbers. */
export function numberFormat(schema: JsonSchema): string {
  const { type, format = "" } = schema;
  return (type === "integer" || type === "number") && isKnownFormat(schema, format) ? format : "";
}

function isKnownFormat(schema: JsonSchema, format: string): boolean {
  switch (schema.intOrString === true ? "" : (schema.type ?? "")) {
    case "":
    case "string":
      return stringFormats.has(format.replaceAll("-", ""));
    case "integer":
      return INTEGER_FORMATS.includes(format);
    case "number":
      return NUMBER_FORMATS.includes(format);
    default:
      return false;
  }
}

/** Check of strings for the schema's format; undefined if it has none. */
export function findFormat(schema: JsonSchema): IsOfFormat | undefined {
  const format = effectiveFormat(schema);
  return format === "" ? undefined : stringFormats.get(format.replaceAll("-", ""));
}
