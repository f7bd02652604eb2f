import { isJsonObject, type JsonObject, type JsonValue, printJson } from "@kiln/api";
import {
  createProtobufWriter,
  type ProtobufWriter,
  takeBytes,
  writeDoubleField,
  writeIntegerField,
  writeMessageField,
  writeTextField,
} from "@kiln/api/protobuf";

/** Writes a JSON value as the inside of a protobuf message. Changes the writer. */
export type Codec = (writer: ProtobufWriter, value: JsonValue) => void;

/** Writes a JSON value as one field, or several of one number, of a message. Changes the writer. */
export type FieldCodec = Codec;

export function encodeWith(codec: Codec, value: JsonValue): Uint8Array {
  const writer = createProtobufWriter();
  codec(writer, value);
  return takeBytes(writer);
}

/** Fields that are written even if empty, because they are alternatives of a oneof. */
export const always: Readonly<Record<"text" | "flag" | "double", (number: number) => FieldCodec>> = {
  text: (number) => (writer, value) => writeTextField(writer, number, String(value)),
  flag: (number) => (writer, value) => writeIntegerField(writer, number, value === true ? 1 : 0),
  double: (number) => (writer, value) => writeDoubleField(writer, number, Number(value)),
};

export function text(number: number): FieldCodec {
  return (writer, value) => {
    if (value !== "") {
      writeTextField(writer, number, String(value));
    }
  };
}

export function flag(number: number): FieldCodec {
  return (writer, value) => {
    if (value === true) {
      writeIntegerField(writer, number, 1);
    }
  };
}

export function double(number: number): FieldCodec {
  return (writer, value) => {
    if (Number(value) !== 0) {
      writeDoubleField(writer, number, Number(value));
    }
  };
}

/** For counts and lengths. */
export function count(number: number): FieldCodec {
  return (writer, value) => {
    if (Number(value) > 0) {
      writeIntegerField(writer, number, Number(value));
    }
  };
}

/** A message, even if empty: its presence has a meaning. */
export function inside(number: number, codec: Codec): FieldCodec {
  return (writer, value) => writeMessageField(writer, number, () => codec(writer, value));
}

/** Each item of a list as a field of its own. A value that is no list is a list of one. */
export function each(field: FieldCodec): FieldCodec {
  return (writer, value) => {
    const items = Array.isArray(value) ? value : [value];
    for (let i = items.length - 1; i >= 0; i--) {
      field(writer, items[i] as JsonValue);
    }
  };
}

/** Each member of an object as a message of its name and its value. */
export function named(number: number, codec: Codec): FieldCodec {
  const [name, member] = [text(1), inside(2, codec)];
  return (writer, value) => {
    for (const [key, inner] of reversedEntries(value)) {
      writeMessageField(writer, number, () => {
        member(writer, inner);
        name(writer, key);
      });
    }
  };
}

/** Last entry first, the order in which the writer needs them. */
function reversedEntries(value: JsonValue): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value).reverse() : [];
}

/** A value of any type, as text. Kubernetes reads it as YAML, which JSON is too. */
export const any: Codec = (writer, value) => writeTextField(writer, 2, `${printJson(value)}\n`);

/** A message of an object's members; those that begin with `x-` go into the field `extensions`. */
export function message(fields: Readonly<Record<string, FieldCodec>>, extensions?: number): Codec {
  const extension = extensions === undefined ? undefined : named(extensions, any);
  return (writer, value) => {
    for (const [key, member] of reversedEntries(value)) {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field !== undefined) {
        field(writer, member);
      } else if (extension !== undefined && key.startsWith("x-")) {
        const single: JsonObject = { [key]: member };
        extension(writer, single);
      }
    }
  };
}
