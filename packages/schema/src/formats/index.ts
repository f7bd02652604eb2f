import type { JsonSchema } from "../json-schema.ts";
import { isBsonObjectId } from "./bson-object-id.ts";
import { isByte } from "./byte.ts";
import { isCidr } from "./cidr.ts";
import { isCreditCard } from "./credit-card.ts";
import { isDate } from "./date.ts";
import { isDateTime } from "./date-time.ts";
import { isDuration } from "./duration.ts";
import { isEmail } from "./email.ts";
import { isHexColor } from "./hex-color.ts";
import { isHostname } from "./hostname.ts";
import { isIpv4 } from "./ipv4.ts";
import { isIpv6 } from "./ipv6.ts";
import { isIsbn } from "./isbn.ts";
import { isIsbn10 } from "./isbn10.ts";
import { isIsbn13 } from "./isbn13.ts";
import { isKubernetesLongName } from "./k8s-long-name.ts";
import { isKubernetesShortName } from "./k8s-short-name.ts";
import { isMac } from "./mac.ts";
import { isPassword } from "./password.ts";
import { isRgbColor } from "./rgb-color.ts";
import { isSsn } from "./ssn.ts";
import { isUri } from "./uri.ts";
import { isUuid } from "./uuid.ts";
import { isUuid3 } from "./uuid3.ts";
import { isUuid4 } from "./uuid4.ts";
import { isUuid5 } from "./uuid5.ts";

export type IsOfFormat = (text: string) => boolean;

/** Every string format that is checked, under its name without hyphens: `date-time` and `datetime` are the same. */
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

/** The format as written, or the empty string where the type does not know it: it then has no effect at all. */
export function effectiveFormat(schema: JsonSchema): string {
  const { format = "", isFormatKept } = schema;
  return isFormatKept === true || isKnownFormat(schema, format) ? format : "";
}

/** The format of an integer or a number, or the empty string where it is none of theirs. */
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

/** The check of strings under the schema's format, undefined if there is none. */
export function findFormat(schema: JsonSchema): IsOfFormat | undefined {
  const format = effectiveFormat(schema);
  return format === "" ? undefined : stringFormats.get(format.replaceAll("-", ""));
}
