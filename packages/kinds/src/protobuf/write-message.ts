import { compareGoStrings, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import {
  createProtobufWriter,
  DELIMITED,
  writeBytes,
  writeDouble,
  writeInteger,
  writeText,
  writeVarint,
  writeZeroField,
  writtenSize,
} from "@kiln/api/protobuf";
import { decodeBase64 } from "./base64.ts";
import {
  BOOL,
  BYTES,
  DOUBLE,
  fieldsOf,
  INLINE,
  INT32,
  INT64,
  LIST,
  MESSAGE,
  type Message,
  type MessageField,
  SINGLE,
  STRING,
  type Successors,
  ZERO_BYTE,
} from "./message.ts";
import type { MessageWriter, ValueCodec } from "./value-codec.ts";

export function createMessageWriter(): MessageWriter {
  const { bytes, at } = createProtobufWriter();
  return { bytes, at, fields: [], values: [], top: 0 };
}

/** Changes the writer: adds the fields of the message. Never throws: a value of another type is written as an absent one. */
export function writeMessage(writer: MessageWriter, message: Message, value: JsonValue | undefined): void {
  const object = message.choice === undefined ? value : message.choice.toMessage(value);
  const fields = fieldsOf(message);
  const { always } = fields;
  const start = writer.top;
  if (isJsonObject(object)) {
    let before: Successors = fields;
    for (const key in object) {
      // Objects of a kind mostly have their fields in the same order: to compare a name costs less than to look it up.
      let field = before.successor;
      if (field === undefined || field.name !== key) {
        field = fields.byName.get(key);
        before.successor = field;
      }
      before = field ?? before;
      const held = field === undefined ? undefined : object[key];
      if (held !== undefined && held !== null) {
        writer.fields[writer.top] = field as MessageField;
        writer.values[writer.top++] = held;
      }
    }
    sortFields(writer, start);
  }
  let next = 0;
  while (writer.top > start) {
    const at = --writer.top;
    const field = writer.fields[at] as MessageField;
    // Read first: nested messages reuse its slot.
    const held = writer.values[at] as JsonValue;
    while (next < always.length && (always[next] as MessageField).number > field.number) {
      writeAbsent(writer, always[next++] as MessageField, object);
    }
    next += always[next] === field ? 1 : 0;
    writeField(writer, field, held);
  }
  while (next < always.length) {
    writeAbsent(writer, always[next++] as MessageField, object);
  }
}

/** Sorts by field number; mostly sorted already. */
function sortFields({ fields, values, top }: MessageWriter, start: number): void {
  for (let i = start + 1; i < top; i++) {
    const field = fields[i] as MessageField;
    if (field.number < (fields[i - 1] as MessageField).number) {
      const value = values[i];
      let at = i;
      for (; at > start && (fields[at - 1] as MessageField).number > field.number; at--) {
        fields[at] = fields[at - 1];
        values[at] = values[at - 1];
      }
      fields[at] = field;
      values[at] = value;
    }
  }
}

function writeField(writer: MessageWriter, field: MessageField, value: JsonValue): void {
  if (field.form === SINGLE) {
    writeValue(writer, field, value);
    writeVarint(writer, field.tag);
  } else if (field.form === LIST) {
    writeItems(writer, field, value);
  } else {
    writeEntries(writer, field, value);
  }
}

/** Writes an absent field. Fields of an inline message are those of the object around it. */
function writeAbsent(writer: MessageWriter, field: MessageField, object: JsonValue | undefined): void {
  if (field.absence === ZERO_BYTE) {
    writeZeroField(writer, field.tag);
  } else {
    writeValue(writer, field, field.form === INLINE ? object : undefined);
    writeVarint(writer, field.tag);
  }
}

function writeItems(writer: MessageWriter, field: MessageField, value: JsonValue | undefined): void {
  if (!Array.isArray(value)) {
    return;
  }
  for (let i = value.length - 1; i >= 0; i--) {
    writeValue(writer, field, value[i]);
    writeVarint(writer, field.tag);
  }
}

const KEY_TAG = 8 + DELIMITED;

function writeEntries(writer: MessageWriter, field: MessageField, value: JsonValue | undefined): void {
  if (!isJsonObject(value)) {
    return;
  }
  const keys = sortedKeys(value);
  for (let i = keys.length - 1; i >= 0; i--) {
    const key = keys[i] as string;
    const afterEntry = writtenSize(writer);
    writeValue(writer, field, value[key]);
    writeVarint(writer, field.valueTag);
    const afterKey = writtenSize(writer);
    writeText(writer, key);
    writeVarint(writer, writtenSize(writer) - afterKey);
    writeVarint(writer, KEY_TAG);
    writeVarint(writer, writtenSize(writer) - afterEntry);
    writeVarint(writer, field.tag);
  }
}

function sortedKeys(map: JsonObject): string[] {
  const keys = Object.keys(map);
  for (let i = 1; i < keys.length; i++) {
    if (compareGoStrings(keys[i - 1] as string, keys[i] as string) > 0) {
      return keys.sort(compareGoStrings);
    }
  }
  return keys;
}

/** With its length, where it has one. */
function writeValue(writer: MessageWriter, field: MessageField, value: JsonValue | undefined): void {
  switch (field.valueType) {
    case BOOL:
      writeVarint(writer, value === true ? 1 : 0);
      return;
    case INT32:
    case INT64:
      writeInteger(writer, toInteger(value));
      return;
    case DOUBLE:
      writeDouble(writer, typeof value === "number" || typeof value === "bigint" ? Number(value) : 0);
      return;
    default: {
      const after = writtenSize(writer);
      writeDelimited(writer, field, value);
      writeVarint(writer, writtenSize(writer) - after);
    }
  }
}

function writeDelimited(writer: MessageWriter, field: MessageField, value: JsonValue | undefined): void {
  switch (field.valueType) {
    case STRING:
      if (typeof value === "string") {
        writeText(writer, value);
      }
      return;
    case MESSAGE:
      writeMessage(writer, field.message as Message, value);
      return;
    case BYTES:
      if (typeof value === "string") {
        writeBytes(writer, decodeBase64(value));
      }
      return;
    default:
      (field.codec as ValueCodec).write(writer, value);
  }
}

function toInteger(value: JsonValue | undefined): number | bigint {
  return typeof value === "bigint" ? value : Number.isSafeInteger(value) ? (value as number) : 0;
}
