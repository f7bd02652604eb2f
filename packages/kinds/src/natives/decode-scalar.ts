import {
  describeGoValue,
  type JsonValue,
  parseMicroTime,
  parseTime,
  printMicroTime,
  printQuantity,
  printTime,
  quantityFromJson,
} from "@kiln/api";
import { decodeBytes } from "./decode-bytes.ts";
import { complain, type Decode, type DecodeWalk, refuse, refuseAtOnce } from "./decode-walk.ts";
import type { ScalarForm } from "./native-type.ts";

/** Decoders of scalars; the argument is the Go name of the type in errors. */
export const scalarDecoders: Readonly<Record<ScalarForm, (name: string) => Decode>> = {
  string: (name) => (value, walk) => (typeof value === "string" ? value : refused(walk, value, name, "")),
  bool: (name) => (value, walk) => (typeof value === "boolean" ? value : refused(walk, value, name, false)),
  int32: (name) => integer(name, 2 ** 31, refuse),
  int64: (name) => integer(name, 2 ** 63, refuse),
  float64: (name) => (value, walk) => {
    const isNumber = typeof value === "number" || typeof value === "bigint";
    return isNumber ? Number(value) : refused(walk, value, name, 0);
  },
  bytes: (name) => (value, walk) => decodeBytes(value, walk, name),
  time: () => (value, walk) => {
    const parsed = typeof value === "string" ? parseTime(value) : undefined;
    return parsed?.error === undefined && parsed !== undefined
      ? printTime(parsed.value)
      : badTime(value, walk, parsed?.error);
  },
  microTime: () => (value, walk) => {
    const parsed = typeof value === "string" ? parseMicroTime(value) : undefined;
    return parsed?.error === undefined && parsed !== undefined
      ? printMicroTime(parsed.value)
      : badTime(value, walk, parsed?.error);
  },
  quantity: () => (value, walk) => {
    const parsed = quantityFromJson(value);
    if (parsed.error !== undefined) {
      complain(walk, parsed.error);
      return "0";
    }
    return printQuantity(parsed.value);
  },
  intOrString: () => {
    const number = integer("int32", 2 ** 31, refuseAtOnce);
    return (value, walk) => (typeof value === "string" ? value : number(value, walk));
  },
  raw: () => (value) => value,
};

/** Records a type mismatch and returns the zero value. */
function refused(walk: DecodeWalk, value: JsonValue, name: string, zero: JsonValue): JsonValue {
  refuse(walk, describeGoValue(value), name);
  return zero;
}

function integer(name: string, beyond: number, tell: typeof refuse): Decode {
  return (value, walk) => {
    const isNumber = typeof value === "number" || typeof value === "bigint";
    const isWhole = typeof value === "bigint" || Number.isInteger(value);
    if (isNumber && isWhole && value < beyond && value >= -beyond) {
      return value;
    }
    tell(walk, isNumber ? `number ${value}` : describeGoValue(value), name);
    return 0;
  };
}

/**
 * Records the error of an invalid time. Kubernetes: a time is decoded as a string first, whose type the error names
 * (meta/v1/time.go UnmarshalJSON, v1.36).
 */
function badTime(value: JsonValue, walk: DecodeWalk, fault: string | undefined): JsonValue {
  if (fault === undefined) {
    refuseAtOnce(walk, describeGoValue(value), "string");
  } else {
    complain(walk, fault);
  }
  return null;
}
