import type { CelType } from "./type.ts";

/** Base class of CEL values that JSON lacks. Input data is plain JSON, so it cannot be confused with them. */
export abstract class Special {
  abstract readonly kind:
    | "double"
    | "uint"
    | "duration"
    | "timestamp"
    | "type"
    | "optional"
    | "list"
    | "map"
    | "opaque"
    | "error";
}

/**
 * A value of an expression, an error included.
 *
 * - int: a number if it is a safe integer, a bigint beyond; never a bigint that a number could hold
 * - string, bool, null: themselves; bytes: Uint8Array
 * - list: an array, or a {@link ListView}
 * - map and object: a plain object, whose keys are strings, or a {@link MapView}
 *
 * Arrays and plain objects may come straight from JSON; {@link fromJson} decodes their content.
 */
export type CelValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Special
  | readonly CelValue[]
  | { readonly [key: string]: CelValue };

/** Error of an expression without a value. It is passed on like a value; `||` and `&&` may absorb it. */
export class CelError extends Special {
  readonly kind = "error";
  readonly message: string;

  constructor(message: string) {
    super();
    this.message = message;
  }
}

export class CelDouble extends Special {
  readonly kind = "double";
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }
}

export class CelUint extends Special {
  readonly kind = "uint";
  readonly value: bigint;

  constructor(value: bigint) {
    super();
    this.value = value;
  }
}

export class CelDuration extends Special {
  readonly kind = "duration";
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    super();
    this.nanoseconds = nanoseconds;
  }
}

export class CelTimestamp extends Special {
  readonly kind = "timestamp";
  /** Seconds since 1970, rounded down. */
  readonly seconds: number;
  readonly nanoseconds: number;
  /** Offset in seconds of the zone in which the timestamp was written and is printed. */
  readonly offsetSeconds: number;

  constructor(seconds: number, nanoseconds: number, offsetSeconds = 0) {
    super();
    this.seconds = seconds;
    this.nanoseconds = nanoseconds;
    this.offsetSeconds = offsetSeconds;
  }
}

export class CelTypeValue extends Special {
  readonly kind = "type";
  readonly type: CelType;

  constructor(type: CelType) {
    super();
    this.type = type;
  }
}

export class CelOptional extends Special {
  readonly kind = "optional";
  /** Content of the optional; undefined if it is empty. */
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    super();
    this.value = value;
  }
}

export const optionalNone: CelOptional = new CelOptional(undefined);

/** A list whose elements are decoded by type, or that has its own equality. */
export abstract class ListView extends Special {
  readonly kind = "list";
  abstract readonly size: number;
  abstract at(index: number): CelValue;
  /** Equality for lists in which order does not matter; if absent, elements are compared in order. */
  equals?(other: CelValue): boolean;
  /** Result of `+` for lists that merge; if absent, `+` appends. */
  concat?(other: CelValue): CelValue;
}

/** A map or object whose values are decoded by type, or that has its own equality. */
export abstract class MapView extends Special {
  readonly kind = "map";
  abstract readonly size: number;
  /** Name of the object type; undefined for a map. */
  readonly typeName: string | undefined = undefined;
  abstract find(key: CelValue): CelValue | undefined;
  abstract keys(): Iterable<CelValue>;
  /** Own equality; if absent, that of maps. */
  equals?(other: CelValue): boolean;
}

/** A value of a library's own type, which only the library compares and prints. */
export abstract class OpaqueValue extends Special {
  readonly kind = "opaque";
  abstract readonly typeName: string;
  /** An error if values of the two kinds cannot be compared: `==` yields it, `!=` treats it as a difference. */
  abstract equals(other: CelValue): boolean | CelError;
  /** Size for cost accounting. */
  get size(): number {
    return 1;
  }
  /** Text of the value in messages. */
  abstract print(): string;
  isZero(): boolean {
    return false;
  }
}

export function isError(value: CelValue): value is CelError {
  return value instanceof CelError;
}

/**
 * CEL value of a member of an array or plain object: a number with a fraction, or beyond int64, is a double. Every
 * other value is returned unchanged, so that decoding twice is harmless.
 */
export function fromJson(raw: CelValue): CelValue {
  if (typeof raw !== "number") {
    return raw;
  }
  // JSON may contain -0, which ints do not have: adding 0 makes it 0.
  return (raw | 0) === raw ? raw + 0 : fromNumber(raw);
}

function fromNumber(raw: number): CelValue {
  if (Number.isSafeInteger(raw)) {
    return raw;
  }
  return Number.isInteger(raw) && Math.abs(raw) < 2 ** 63 ? BigInt(raw) : new CelDouble(raw);
}
