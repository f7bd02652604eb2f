import { decodeUtf8, encodeUtf8, parseDuration } from "@kiln/api";
import { bigintOf, isInt, toInt } from "./int.ts";
import { runtimeType } from "./kind-of.ts";
import { printDouble } from "./print-number.ts";
import { printDurationSeconds } from "./print-value.ts";
import { createTimestamp, parseTimestamp, printTimestamp } from "./timestamp.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  stringType,
  timestampType,
  uintType,
} from "./type.ts";
import { CelDouble, CelDuration, CelError, CelTimestamp, CelTypeValue, CelUint, type CelValue } from "./value.ts";

const maxUint = 2n ** 64n - 1n;

function conversionFault(value: CelValue, to: CelType): CelError {
  return new CelError(`type conversion error from '${runtimeType(value).name}' to '${to.name}'`);
}

export function toBool(value: CelValue): CelValue {
  switch (value) {
    case "1":
    case "t":
    case "T":
    case "TRUE":
    case "true":
    case "True":
      return true;
    case "0":
    case "f":
    case "F":
    case "FALSE":
    case "false":
    case "False":
      return false;
    default:
      return typeof value === "boolean" ? value : conversionFault(value, boolType);
  }
}

export function toBytes(value: CelValue): CelValue {
  if (value instanceof Uint8Array) {
    return value;
  }
  return typeof value === "string" ? encodeUtf8(value) : conversionFault(value, bytesType);
}

export function toDouble(value: CelValue): CelValue {
  if (value instanceof CelDouble) {
    return value;
  }
  if (isInt(value)) {
    return new CelDouble(Number(value));
  }
  if (value instanceof CelUint) {
    return new CelDouble(Number(value.value));
  }
  const parsed = typeof value === "string" ? parseDouble(value) : undefined;
  return parsed === undefined ? conversionFault(value, doubleType) : new CelDouble(parsed);
}

const decimal = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
const hexadecimal = /^([+-]?)0[xX]_?([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)$/;

/** Parses a double as Go's ParseFloat; undefined if the text is no number or out of range. */
function parseDouble(text: string): number | undefined {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    return special[2]?.toLowerCase() === "nan"
      ? special[1] === ""
        ? Number.NaN
        : undefined
      : special[1] === "-"
        ? Number.NEGATIVE_INFINITY
        : Number.POSITIVE_INFINITY;
  }
  const hex = hexadecimal.exec(text.replaceAll(/(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])/g, ""));
  if (hex !== null && `${hex[2]}${hex[3]}` !== "") {
    const mantissa = Number.parseInt(`0${hex[2]}${hex[3]}`, 16) * 2 ** (-4 * (hex[3]?.length ?? 0));
    return finite(mantissa * 2 ** Number(hex[4]) * (hex[1] === "-" ? -1 : 1));
  }
  return decimal.test(text) ? finite(Number(text.replaceAll("_", ""))) : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

export function toInteger(value: CelValue): CelValue {
  if (isInt(value)) {
    return value;
  }
  if (value instanceof CelDouble) {
    const isInRange = value.value > -(2 ** 63) && value.value < 2 ** 63;
    return isInRange ? intOrOverflow(BigInt(Math.trunc(value.value))) : new CelError("integer overflow");
  }
  if (value instanceof CelUint) {
    return intOrOverflow(value.value);
  }
  if (value instanceof CelDuration) {
    return intOrOverflow(value.nanoseconds);
  }
  if (value instanceof CelTimestamp) {
    return value.seconds;
  }
  const parsed = typeof value === "string" ? parseDecimal(value, /^([+-]?)0*(\d+)$/) : undefined;
  return (parsed === undefined ? undefined : toInt(parsed)) ?? conversionFault(value, intType);
}

/**
 * Parses an integer; undefined if the text is none, or has more digits than 64 bits can have, since parsing those would
 * take long.
 */
function parseDecimal(text: string, form: RegExp): bigint | undefined {
  const [, sign, digits = ""] = form.exec(text) ?? [];
  if (digits === "" || digits.length > 20) {
    return undefined;
  }
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
}

function intOrOverflow(value: bigint): CelValue {
  return toInt(value) ?? new CelError("integer overflow");
}

export function toUint(value: CelValue): CelValue {
  if (value instanceof CelUint) {
    return value;
  }
  if (isInt(value)) {
    return value < 0 ? new CelError("unsigned integer overflow") : new CelUint(bigintOf(value));
  }
  if (value instanceof CelDouble) {
    return value.value >= 0 && value.value < 2 ** 64
      ? new CelUint(BigInt(Math.trunc(value.value)))
      : new CelError("unsigned integer overflow");
  }
  const parsed = typeof value === "string" ? parseDecimal(value, /^()0*(\d+)$/) : undefined;
  return parsed === undefined || parsed > maxUint ? conversionFault(value, uintType) : new CelUint(parsed);
}

/** Implementation of `string(x)`: formats values as Go does. */
export function toText(value: CelValue): CelValue {
  if (typeof value === "string") {
    return value;
  }
  if (isInt(value) || typeof value === "boolean") {
    return String(value);
  }
  if (value instanceof CelDouble) {
    return printDouble(value.value);
  }
  if (value instanceof CelUint) {
    return String(value.value);
  }
  if (value instanceof CelTimestamp) {
    return printTimestamp(value);
  }
  if (value instanceof CelDuration) {
    return printDurationSeconds(value.nanoseconds);
  }
  if (value instanceof Uint8Array) {
    return isUtf8(value) ? decodeUtf8(value) : new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
  return value instanceof CelTypeValue ? value.type.name : conversionFault(value, stringType);
}

// Invalid UTF-8 changes when it is decoded and encoded again.
function isUtf8(bytes: Uint8Array): boolean {
  const again = encodeUtf8(decodeUtf8(bytes));
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index]);
}

// Kubernetes: duration(int) is declared, but fails at run time (cel-go/common/types/int.go Int.ConvertToType, v1.36).
export function toDuration(value: CelValue): CelValue {
  if (value instanceof CelDuration) {
    return value;
  }
  const parsed = typeof value === "string" ? parseDuration(value) : undefined;
  return parsed?.value === undefined ? conversionFault(value, durationType) : new CelDuration(parsed.value);
}

export function toTimestamp(value: CelValue): CelValue {
  if (value instanceof CelTimestamp) {
    return value;
  }
  if (isInt(value)) {
    return createTimestamp(Number(value), 0);
  }
  const parsed = typeof value === "string" ? parseTimestamp(value) : undefined;
  return parsed ?? conversionFault(value, timestampType);
}

export function toType(value: CelValue): CelValue {
  return new CelTypeValue(runtimeType(value));
}
