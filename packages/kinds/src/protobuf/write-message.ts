import { compareGoStrings, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import {
  createProtobufWriter,
  DELIMITED,
  writeDouble,
  writeInteger,
  writeTaggedText,
  writeText,
  writeVarint,
  writeZeroField,
  writtenSize,
} from "@kiln/api/protobuf";
import { writeBase64 } from "./base64.ts";
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
  type MessageFields,
  SINGLE,
  STRING,
  type Successors,
  ZERO_BYTE,
} from "./message.ts";
import type { MessageWriter, ValueCodec } from "./value-codec.ts";

export function createMessageWriter(): MessageWriter {
  const { bytes, at } = createProtobufWriter();
  return { bytes, at, fields: [], values: [], top: 0, timeText: "", timeSeconds: 0 };
}

/** Writes the fields of a message. Never throws: a value of another type is written as an absent one. */
export function writeMessage(writer: MessageWriter, message: Message, value: JsonValue | undefined): void {
  const object = message.choice === undefined ? value : message.choice.toMessage(value);
  const fields = fieldsOf(message);
  const { always } = fields;
  const start = writer.top;
  if (isJsonObject(object)) {
    collectFields(writer, fields, object);
  }
  let next = 0;
  while (writer.top > start) {
    const at = --writer.top;
    const field = writer.fields[at] as MessageField;
    // Copied first: nested messages reuse the slot.
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

/** Puts the fields of the object on the writer's stack, sorted by number. */
function collectFields(writer: MessageWriter, fields: MessageFields, object: JsonObject): void {
  const { fields: stack, values, top: start } = writer;
  let top = start;
  let highest = 0;
  let isSorted = true;
  let before: Successors = fields;
  for (const key in object) {
    // Guesses the next field: objects of a kind mostly have the same order of fields, and comparing a name costs less
    // than a lookup.
    let field = before.successor;
    if (field === undefined || field.name !== key) {
      field = fields.byName.get(key);
      before.successor = field;
      if (field === undefined) {
        continue;
      }
    }
    before = field;
    const held = object[key];
    if (held !== undefined && held !== null) {
      stack[top] = field;
      values[top++] = held;
      isSorted &&= field.number > highest;
      highest = field.number;
    }
  }
  writer.top = top;
  if (!isSorted) {
    sortFields(writer, start);
  }
}

/** Sorts the fields by number; they are mostly sorted already. */
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
    if (field.valueType === STRING && typeof value === "string") {
      writeTaggedText(writer, field.tag, value);
      return;
    }
    writeValue(writer, field, value);
    writeVarint(writer, field.tag);
  } else if (field.form === LIST) {
    writeItems(writer, field, value);
  } else {
    writeEntries(writer, field, value);
  }
}

/** Writes an absent field. The fields of an inline message are fields of the enclosing object. */
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
    const held = value[key];
    if (field.valueType === STRING && typeof held === "string") {
      writeTaggedText(writer, field.valueTag, held);
    } else {
      writeValue(writer, field, held);
      writeVarint(writer, field.valueTag);
    }
    writeTaggedText(writer, KEY_TAG, key);
    writeVarint(writer, writtenSize(writer) - afterEntry);
    writeVarint(writer, field.tag);
  }
}

/** Maps of more keys are sorted by the platform, whose start costs more than a few insertions. */
const MOST_INSERTED = 16;

function sortedKeys(map: JsonObject): string[] {
  const keys = Object.keys(map);
  if (keys.length > MOST_INSERTED) {
    return keys.sort(compareGoStrings);
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string;
    let at = i;
    for (; at > 0 && compareGoStrings(keys[at - 1] as string, key) > 0; at--) {
      keys[at] = keys[at - 1] as string;
    }
    keys[at] = key;
  }
  return keys;
}

/** Writes a value, preceded by its length if the wire type has one. */
function writeValue(writer: MessageWriter, field: MessageField, value: JsonValue | undefined): void {
  switch (field.valueType) {
    case MESSAGE: {
      const after = writtenSize(writer);
      writeMessage(writer, field.message as Message, value);
      writeVarint(writer, writtenSize(writer) - after);
      return;
    }
    case INT32:
    case INT64:
      writeInteger(writer, toInteger(value));
      return;
    case BOOL:
      writeVarint(writer, value === true ? 1 : 0);
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
    case BYTES:
      if (typeof value === "string") {
        writeBase64(writer, value);
      }
      return;
    default:
      (field.codec as ValueCodec).write(writer, value);
  }
}

function toInteger(value: JsonValue | undefined): number | bigint {
  return typeof value === "bigint" ? value : Number.isSafeInteger(value) ? (value as number) : 0;
}
