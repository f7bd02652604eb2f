import {
  describeGoValue,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseTime,
  printGoMismatch,
  printTime,
  setOwn,
} from "@kiln/api";
import { type GoPlace, type GoType, refuseGoValue } from "./go-type.ts";

/** What becomes of a field that is empty when the object is printed again. */
export type GoEmptiness =
  /** `omitempty`: an empty text, zero, false, an empty list or map is left out. */
  | "omit"
  /** A pointer: only an unset one is omitted. */
  | "optional"
  /** Printed whatever it is. */
  | "keep";

export interface GoField {
  readonly type: GoType;
  readonly empty: GoEmptiness;
}

export const goString: GoType = goText("string");
export const goBool: GoType = {
  name: "bool",
  zero: false,
  decode: (value, place) => (typeof value === "boolean" ? value : refuse(value, place, goBool)),
};
export const goInt32: GoType = goInteger("int32", 2n ** 31n);
export const goInt64: GoType = goInteger("int64", 2n ** 63n);

/** A string type with a name of its own. */
export function goText(name: string): GoType {
  const type: GoType = {
    name,
    zero: "",
    decode: (value, place) => (typeof value === "string" ? value : refuse(value, place, type)),
  };
  return type;
}

function goInteger(name: string, beyond: bigint): GoType {
  const type: GoType = {
    name,
    zero: 0,
    decode: (value, place) => {
      if (typeof value !== "number" && typeof value !== "bigint") {
        return refuse(value, place, type);
      }
      const isWhole = typeof value === "bigint" || Number.isInteger(value);
      if (isWhole && BigInt(value) < beyond && BigInt(value) >= -beyond) {
        return value;
      }
      refuseGoValue(place, `number ${value}`, name);
      return 0;
    },
  };
  return type;
}

/** Null is the encoding of no time. It decodes itself, and its error ends decoding. */
export const goTime: GoType = {
  name: "string",
  zero: null,
  decode: (value, place) => {
    if (typeof value !== "string") {
      place.findings.fatal ??= printGoMismatch({ ...place, found: describeGoValue(value), type: goTime.name });
      return null;
    }
    const parsed = parseTime(value);
    if (parsed.error !== undefined) {
      place.findings.fatal ??= parsed.error;
      return null;
    }
    return printTime(parsed.value);
  },
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const goBytes: GoType = {
  name: "[]uint8",
  zero: "",
  decode: (value, place) => {
    if (typeof value !== "string") {
      return refuse(value, place, goBytes);
    }
    const text = value.replace(/[\r\n]/g, "");
    if (!BASE64.test(text)) {
      place.findings.mistyped.push(`illegal base64 data at input byte ${firstBadByte(text)}`);
      return "";
    }
    return text;
  },
};

function firstBadByte(text: string): number {
  const bad = text.search(/[^A-Za-z0-9+/]/);
  return bad < 0 ? text.length - (text.length % 4) : bad;
}

export function goList(of: GoType): GoType {
  const type: GoType = {
    name: `[]${of.name}`,
    zero: null,
    decode: (value, place) =>
      Array.isArray(value)
        ? value.map((item, index) =>
            item === null ? of.zero : of.decode(item, { ...place, path: place.path.index(index) }),
          )
        : refuse(value, place, type),
  };
  return type;
}

/** `fields` in the order in which Kubernetes prints them. `from` is the Go package that declares it. */
export function goStruct(name: string, fields: Readonly<Record<string, GoField>>, from = "v1"): GoType {
  const known = new Map(Object.entries(fields));
  const type: GoType = {
    name: `${from}.${name}`,
    get zero() {
      return arrange(known, {});
    },
    decode: (value, place) => (isJsonObject(value) ? decodeStruct(value, place) : refuse(value, place, type)),
  };
  const decodeStruct = (value: JsonObject, place: GoPlace): JsonObject => {
    const decoded: JsonObject = {};
    for (const key of Object.keys(value)) {
      const field = known.get(key);
      const path = place.path.child(key);
      const given = getOwn(value, key) as JsonValue;
      if (field === undefined) {
        place.findings.unknown.push(path.toString());
      } else if (given !== null) {
        const inside = place.field === "" ? key : `${place.field}.${key}`;
        setOwn(decoded, key, field.type.decode(given, { ...place, struct: name, field: inside, path }));
      }
    }
    return arrange(known, decoded);
  };
  return type;
}

function arrange(fields: ReadonlyMap<string, GoField>, decoded: JsonObject): JsonObject {
  const arranged: JsonObject = {};
  for (const [key, field] of fields) {
    const value = getOwn(decoded, key);
    if (value === undefined ? field.empty === "keep" : field.empty !== "omit" || !isEmpty(value)) {
      setOwn(arranged, key, value ?? field.type.zero);
    }
  }
  return arranged;
}

function isEmpty(value: JsonValue): boolean {
  return value === "" || value === 0 || value === false || (Array.isArray(value) && value.length === 0);
}

/** Changes the findings. */
function refuse(value: JsonValue, place: GoPlace, type: GoType): JsonValue {
  refuseGoValue(place, describeGoValue(value), type.name);
  return type.zero;
}
