import { concatBytes, encodeUtf8, isJsonObject, type JsonValue, printJson } from "@kiln/api";

/** A JSON value as the inside of a protobuf message. */
export type Codec = (value: JsonValue) => Uint8Array;

/** A JSON value as one field, or several of one number, of a message. */
export type FieldCodec = Codec;

const NOTHING = new Uint8Array();
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Whole numbers that are not negative, as all here are. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

function tag(number: number, wireType: number): number[] {
  return varint(number * 8 + wireType);
}

function bytesField(number: number, bytes: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.from([...tag(number, BYTES), ...varint(bytes.byteLength)]), bytes]);
}

/** Fields that are written whatever the value is, as those that are one of several must be. */
export const always: Readonly<Record<"text" | "flag" | "double", (number: number) => FieldCodec>> = {
  text: (number) => (value) => bytesField(number, encodeUtf8(String(value))),
  flag: (number) => (value) => Uint8Array.from([...tag(number, VARINT), value === true ? 1 : 0]),
  double: (number) => (value) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, Number(value), true);
    return concatBytes([Uint8Array.from(tag(number, FIXED64)), bytes]);
  },
};

export function text(number: number): FieldCodec {
  return (value) => (value === "" ? NOTHING : always.text(number)(value));
}

export function flag(number: number): FieldCodec {
  return (value) => (value === true ? always.flag(number)(value) : NOTHING);
}

export function double(number: number): FieldCodec {
  return (value) => (Number(value) === 0 ? NOTHING : always.double(number)(value));
}

/** For counts and lengths. */
export function count(number: number): FieldCodec {
  return (value) => {
    const amount = Number(value);
    return amount > 0 ? Uint8Array.from([...tag(number, VARINT), ...varint(amount)]) : NOTHING;
  };
}

/** A message, also an empty one: that it is there says something. */
export function inside(number: number, codec: Codec): FieldCodec {
  return (value) => bytesField(number, codec(value));
}

/** Each item of a list as a field of its own. A value that is no list is a list of one. */
export function each(field: FieldCodec): FieldCodec {
  return (value) => concatBytes((Array.isArray(value) ? value : [value]).map(field));
}

/** Each member of an object as a message of its name and its value. */
export function named(number: number, codec: Codec): FieldCodec {
  const [name, member] = [text(1), inside(2, codec)];
  return (value) =>
    concatBytes(
      Object.entries(isJsonObject(value) ? value : {}).map(([key, inner]) =>
        bytesField(number, concatBytes([name(key), member(inner)])),
      ),
    );
}

/** A value of any type, as text. Kubernetes reads it as YAML, which JSON is too. */
export const any: Codec = (value) => text(2)(`${printJson(value)}\n`);

/** A message of an object's members; those that begin with `x-` go into the field `extensions`. */
export function message(fields: Readonly<Record<string, FieldCodec>>, extensions?: number): Codec {
  const extension = extensions === undefined ? undefined : named(extensions, any);
  return (value) => {
    const parts: Uint8Array[] = [];
    for (const [key, member] of Object.entries(isJsonObject(value) ? value : {})) {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field !== undefined) {
        parts.push(field(member));
      } else if (extension !== undefined && key.startsWith("x-")) {
        parts.push(extension({ [key]: member }));
      }
    }
    return concatBytes(parts);
  };
}
