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

/** Writes a JSON value as the content of a protobuf message. */
export type Codec = (writer: ProtobufWriter, value: JsonValue) => void;

/** Writes a JSON value as one field of a message, or as several fields of one number. */
export type FieldCodec = Codec;

export function encodeWith(codec: Codec, value: JsonValue): Uint8Array {
  const writer = createProtobufWriter();
  codec(writer, value);
  return takeBytes(writer);
}

/** Codecs of fields that are written even if empty, because they are alternatives of a oneof. */
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

/** Codec of a non-negative number: count or length. */
export function count(number: number): FieldCodec {
  return (writer, value) => {
    if (Number(value) > 0) {
      writeIntegerField(writer, number, Number(value));
    }
  };
}

/** Codec of a message that is written even if empty, because its presence has a meaning. */
export function inside(number: number, codec: Codec): FieldCodec {
  return (writer, value) => writeMessageField(writer, number, () => codec(writer, value));
}

/** Codec of a repeated field: each item of a list. A value that is no list is a list of one. */
export function each(field: FieldCodec): FieldCodec {
  return (writer, value) => {
    const items = Array.isArray(value) ? value : [value];
    for (let i = items.length - 1; i >= 0; i--) {
      field(writer, items[i] as JsonValue);
    }
  };
}

/** Codec of a map: each member of an object is a message of its name and its value. */
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

/** Entries from last to first, the order in which the writer needs them. */
function reversedEntries(value: JsonValue): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value).reverse() : [];
}

/** Codec of a value of any type, as text. Kubernetes parses it as YAML, of which JSON is a subset. */
export const any: Codec = (writer, value) => writeTextField(writer, 2, `${printJson(value)}\n`);

/**
 * Codec of a message by the names of its members; members that begin with `x-` are written to the field `extensions`.
 */
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
