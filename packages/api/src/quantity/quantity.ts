import type { JsonValue } from "../value/json-value.ts";
import type { Parsed } from "../value/parsed.ts";
import { canonicalDecimal, countDigits, dropFactors, scaleUp } from "./quantity-digits.ts";

/** Notation of a quantity, in which it is printed again: `12e6`, `12M`, `12Mi`. */
export type QuantityFormat = "DecimalExponent" | "DecimalSI" | "BinarySI";

/** An exact amount, `unscaled * 10 ** scale`, with at most nine decimals. */
export interface Quantity {
  readonly unscaled: bigint;
  readonly scale: number;
  readonly format: QuantityFormat;
  /**
   * Kubernetes: amounts of many digits, and binary ones with a fraction, are held as inf.Dec, which {@link asInt64}
   * does not accept (api/resource/quantity.go AsInt64, v1.36).
   */
  readonly isWide: boolean;
  /**
   * Kubernetes: some strings are printed as sent although they are not canonical, such as `1.500`
   * (api/resource/quantity.go Quantity.String, v1.36).
   */
  readonly text?: string;
}

const EXPRESSION = "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$";
const FORMAT_ERROR = `quantities must match the regular expression '${EXPRESSION}'`;
const NUMBER_ERROR = "unable to parse numeric part of quantity";
const SUFFIX_ERROR = "unable to parse quantity's suffix";

/** More lenient than the expression in the error: Kubernetes accepts `m`, `.` and `-` as zero, but not `Pi`. */
const PARTS = /^([+-]?)(0*)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

const DECIMAL_SUFFIXES: readonly string[] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY_SUFFIXES: readonly string[] = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const NANO = -9;
/** Maximum exponent: adding a larger amount would exhaust memory. Kubernetes has no maximum. */
const MAX_EXPONENT = 1000;
const MAX_LENGTH = 1000;
const MAX_INT64 = 2n ** 63n - 1n;
const ZERO: Quantity = { unscaled: 0n, scale: 0, format: "DecimalSI", isWide: false, text: "0" };

/** Parses a quantity: `500m`, `1.5Gi`, `1e3`. Amounts below a billionth are rounded up, away from zero. */
export function parseQuantity(text: string): Parsed<Quantity> {
  if (text === "0") {
    return { value: ZERO };
  }
  const match = text === "" || text.length > MAX_LENGTH ? null : PARTS.exec(text);
  if (match === null) {
    return { error: FORMAT_ERROR };
  }
  const [, sign, zeros, digits = "", fraction = "", suffixText = ""] = match;
  const suffix = parseSuffix(suffixText);
  if (suffix === undefined) {
    return { error: SUFFIX_ERROR };
  }
  const number = { text, isNegative: sign === "-", whole: digits === "" ? "0" : digits, fraction, suffix };
  const narrow = readNarrow(number);
  if (narrow === undefined && zeros + digits + fraction === "") {
    return { error: NUMBER_ERROR };
  }
  return { value: narrow ?? readWide(number) };
}

/** Suffixes by the number of digits (nine, six or three) that certainly fit an int64 when multiplied by the suffix. */
const NINE_DIGITS: ReadonlySet<string> = new Set(["", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "Gi"]);
const SIX_DIGITS: ReadonlySet<string> = new Set(["T", "Ti"]);
const THREE_DIGITS: ReadonlySet<string> = new Set(["P"]);

/** True only if a quantity prints as this text; false means unknown. Fast for the texts that clients mostly write. */
export function isCanonicalQuantity(text: string): boolean {
  let digits = 0;
  let number = 0;
  for (; digits < text.length && digits < 10; digits++) {
    const digit = text.charCodeAt(digits) - 0x30;
    if (digit < 0 || digit > 9) {
      break;
    }
    number = number * 10 + digit;
  }
  if (number === 0 || digits > 9 || text.charCodeAt(0) === 0x30) {
    return text === "0";
  }
  const suffix = text.slice(digits);
  const isWithin =
    NINE_DIGITS.has(suffix) || (digits <= 6 && SIX_DIGITS.has(suffix)) || (digits <= 3 && THREE_DIGITS.has(suffix));
  // A multiple is printed with the next suffix.
  return isWithin && number % (suffix.endsWith("i") ? 1024 : 1000) !== 0;
}

/** Quantity of a field, which may also be a number; null is zero. */
export function quantityFromJson(value: JsonValue): Parsed<Quantity> {
  switch (typeof value) {
    case "string":
      return parseQuantity(value.trim());
    case "number":
    case "bigint":
      return parseQuantity(String(value));
    default:
      return value === null ? { value: ZERO } : { error: FORMAT_ERROR };
  }
}

export function createQuantity(value: bigint, format: QuantityFormat): Quantity {
  return { unscaled: value, scale: 0, format, isWide: !isInt64(value) };
}

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function parseSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal !== -1) {
    return { base: 10, exponent: decimal * 3 + NANO, format: "DecimalSI" };
  }
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary !== -1) {
    return { base: 2, exponent: (binary + 1) * 10, format: "BinarySI" };
  }
  const exponent = /^[eE]([+-]?[0-9]+)$/.exec(text);
  const value = Number(exponent?.[1]);
  return value <= MAX_EXPONENT ? { base: 10, exponent: value, format: "DecimalExponent" } : undefined;
}

interface WrittenNumber {
  readonly text: string;
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: Suffix;
}

/** Quantity whose digits certainly fit an int64, as nearly all do. Undefined if they may not: see {@link readWide}. */
function readNarrow({ text, isNegative, whole, fraction, suffix }: WrittenNumber): Quantity | undefined {
  const { base, exponent, format } = suffix;
  const isBinary = base === 2;
  const spare = isBinary ? 14 - whole.length - (exponent / 10) * 3 : 18 - whole.length - fraction.length;
  const scale = (isBinary ? 0 : exponent) - fraction.length;
  if (spare < 0 || scale < NANO || (isBinary && fraction !== "")) {
    return undefined;
  }
  const shifted = whole + fraction;
  const value = BigInt(shifted);
  const size = isBinary ? value << BigInt(exponent) : value;
  const isKept = isBinary
    ? (value & 7n) !== 0n
    : scale % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0");
  return { unscaled: isNegative ? -size : size, scale, format, isWide: false, ...(isKept && { text }) };
}

function readWide({ isNegative, whole, fraction, suffix }: WrittenNumber): Quantity {
  const { base, exponent } = suffix;
  let format = suffix.format;
  let size = BigInt(whole + fraction);
  let scale = -fraction.length;
  if (base === 2) {
    size <<= BigInt(exponent);
  } else {
    scale += exponent;
  }
  if (scale < NANO) {
    size = divideUp(size, NANO - scale);
    scale = NANO;
  }
  if (format === "BinarySI") {
    if (compareAmounts(size, scale, MAX_INT64, 0) > 0) {
      size = MAX_INT64;
      scale = 0;
    } else if (size > 0n && compareAmounts(size, scale, 1n, 0) < 0) {
      format = "DecimalSI";
    }
  }
  return { unscaled: isNegative ? -size : size, scale, format, isWide: true };
}

/** Prints the canonical text: no decimals, with the largest suffix that needs none. */
export function printQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) {
    return quantity.text;
  }
  const { unscaled, scale, format } = quantity;
  if (unscaled === 0n) {
    return "0";
  }
  const whole = format === "BinarySI" ? toBinaryWhole(quantity) : undefined;
  if (whole !== undefined) {
    const [amount, times] = dropFactors(whole, 1024n);
    return `${amount}${times === 0 ? "" : BINARY_SUFFIXES[times - 1]}`;
  }
  const [amount, exponent] = canonicalDecimal(unscaled, scale);
  const suffix = format === "DecimalExponent" ? undefined : DECIMAL_SUFFIXES[(exponent - NANO) / 3];
  return `${amount}${suffix ?? (exponent === 0 ? "" : `e${exponent}`)}`;
}

/**
 * Kubernetes: a binary quantity between -1024 and 1024, or with a fraction, prints as a decimal one
 * (api/resource/quantity.go CanonicalizeBytes, v1.36).
 */
function toBinaryWhole({ unscaled, scale }: Quantity): bigint | undefined {
  const divisor = scale < 0 ? 10n ** BigInt(-scale) : 1n;
  if (unscaled % divisor !== 0n) {
    return undefined;
  }
  const whole = scale < 0 ? unscaled / divisor : scaleUp(unscaled, scale);
  return whole > -1024n && whole < 1024n ? undefined : whole;
}

export function quantitySign({ unscaled }: Quantity): -1 | 0 | 1 {
  return unscaled === 0n ? 0 : unscaled < 0n ? -1 : 1;
}

/** Compares amounts, whatever their notation. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return compareAmounts(a.unscaled, a.scale, b.unscaled, b.scale);
}

function compareAmounts(a: bigint, aScale: number, b: bigint, bScale: number): -1 | 0 | 1 {
  if (aScale === bScale || a === 0n || b === 0n || a < 0n !== b < 0n) {
    return order(a, b);
  }
  const aDigits = countDigits(a) + aScale;
  const bDigits = countDigits(b) + bScale;
  if (aDigits !== bDigits) {
    return aDigits < bDigits === a > 0n ? -1 : 1;
  }
  const scale = Math.min(aScale, bScale);
  return order(scaleUp(a, aScale - scale), scaleUp(b, bScale - scale));
}

function order(a: bigint, b: bigint): -1 | 0 | 1 {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Sum of two quantities, in the notation of `a` unless that is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.unscaled === 0n ? b.format : a.format;
  const isWide = a.isWide || b.isWide;
  if (!isWide && (a.unscaled === 0n || b.unscaled === 0n)) {
    const { unscaled, scale } = a.unscaled === 0n && b.unscaled !== 0n ? b : a;
    return { unscaled, scale, format, isWide };
  }
  const scale = Math.min(a.scale, b.scale);
  const unscaled = scaleUp(a.unscaled, a.scale - scale) + scaleUp(b.unscaled, b.scale - scale);
  return { unscaled, scale, format, isWide: isWide || !isInt64(unscaled) };
}

export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, negateQuantity(b));
}

export function negateQuantity({ unscaled, scale, format, isWide }: Quantity): Quantity {
  return { unscaled: -unscaled, scale, format, isWide };
}

/**
 * Amount of a quantity that was written as an integer of int64; undefined for others such as `1000m` and `1.5Gi`, as in
 * Kubernetes.
 */
export function asInt64({ unscaled, scale, isWide }: Quantity): bigint | undefined {
  if (isWide || scale < 0) {
    return undefined;
  }
  const value = scaleUp(unscaled, scale);
  return isInt64(value) ? value : undefined;
}

/**
 * Amount in units of `10 ** scale`, rounded away from zero. Kubernetes: an amount beyond int64 is 0, or the wrapped
 * bits of a big integer (api/resource/quantity.go ScaledValue, v1.36).
 */
export function scaledValue(quantity: Quantity, scale: number): bigint {
  const shift = quantity.scale - scale;
  const { unscaled } = quantity;
  const size = unscaled < 0n ? -unscaled : unscaled;
  const value = shift >= 0 ? scaleUp(size, shift) : divideUp(size, -shift);
  const signed = unscaled < 0n ? -value : value;
  return isInt64(signed) || quantity.isWide ? BigInt.asIntN(64, signed) : 0n;
}

/** Amount in whole units, rounded up. */
export function quantityValue(quantity: Quantity): bigint {
  return scaledValue(quantity, 0);
}

/** Amount in thousandths, rounded up. */
export function quantityMilliValue(quantity: Quantity): bigint {
  return scaledValue(quantity, -3);
}

/** Approximate amount as a double. */
export function quantityToNumber({ unscaled, scale }: Quantity): number {
  return Number(`${unscaled}e${scale}`);
}

function isInt64(value: bigint): boolean {
  return value >= -MAX_INT64 - 1n && value <= MAX_INT64;
}

/** Divides by a power of ten and rounds up; the result of a huge power is one. */
function divideUp(size: bigint, places: number): bigint {
  if (size === 0n || places >= countDigits(size)) {
    return size === 0n ? 0n : 1n;
  }
  const divisor = 10n ** BigInt(places);
  return (size + divisor - 1n) / divisor;
}
