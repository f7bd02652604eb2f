import { type JsonObject, type JsonValue, maxJsonDepth, setOwn } from "@kiln/api";
import {
  checkWireType,
  DELIMITED,
  ProtobufError,
  type ProtobufReader,
  readBool,
  readDouble,
  readInt32,
  readInt64,
  readLength,
  readTag,
  readText,
  skipField,
  VARINT,
} from "@kiln/api/protobuf";
import { encodeBase64 } from "./base64.ts";
import {
  BOOL,
  BYTES,
  DOUBLE,
  fieldsOf,
  INLINE,
  INT32,
  INT64,
  LIST,
  MAP,
  MESSAGE,
  type Message,
  type MessageField,
  SINGLE,
  STRING,
  ZERO_BYTE,
} from "./message.ts";
import type { MessageReader, ValueCodec } from "./value-codec.ts";

/**
 * Maximum number of nested messages in an object: a million empty ones take seconds to decode although they are small.
 */
const MAX_MESSAGES = 200_000;

/** Decodes a message to the end of the reader into `object`. Throws a ProtobufError. */
export function decodeMessage(raw: ProtobufReader, message: Message, object: JsonObject = {}): JsonValue {
  const { bytes, at, end, text } = raw;
  const time = { timeText: "", timeSeconds: Number.NaN };
  return readLevel({ bytes, at, end, high: 0, text, depth: 0, messages: MAX_MESSAGES, ...time }, message, object);
}

/** Decodes a message, which is one level of nesting in JSON, into `object`; the result of a choice is another value. */
function readLevel(reader: MessageReader, message: Message, object: JsonObject): JsonValue {
  const { choice } = message;
  if (choice !== undefined) {
    readInto(reader, message, object);
    return choice.fromMessage(object);
  }
  descend(reader);
  readInto(reader, message, object);
  reader.depth--;
  return object;
}

function descend(reader: MessageReader): void {
  if (++reader.depth > maxJsonDepth) {
    throw new ProtobufError("exceeded max depth");
  }
}

/**
 * Decodes the fields of a message into `object`, in the order in which they come. They mostly come in the order of
 * their numbers, so that a field with a higher number than all before it is known to be absent from a new object.
 */
function readInto(reader: MessageReader, message: Message, object: JsonObject, isNew = true): void {
  countMessage(reader);
  const { byNumber, shown } = fieldsOf(message);
  const { end, bytes } = reader;
  let highest = isNew ? 0 : byNumber.length;
  let missing = shown.length;
  while (reader.at < end) {
    const tag = readTag(reader, message.name);
    const number = tag >>> 3;
    const field = number < byNumber.length ? byNumber[number] : undefined;
    if (field === undefined) {
      skipField(reader, tag & 7);
      continue;
    }
    const isFirst = number > highest;
    if (isFirst) {
      highest = number;
      missing -= field.isShown ? 1 : 0;
    }
    if (tag !== field.tag) {
      readPacked(reader, field, { object, wireType: tag & 7 });
    } else if (field.absence === ZERO_BYTE && isFirst && bytes[reader.at] === 0 && reader.at < end) {
      // An empty field, skipped fast: Kubernetes writes every field that is not optional, most of them empty.
      reader.at++;
      if (field.isShown) {
        object[field.name] = field.zero() as JsonValue;
      }
    } else {
      readField(reader, field, object, isFirst);
    }
  }
  if (missing > 0) {
    addShown(object, shown);
  }
}

function countMessage(reader: MessageReader): void {
  reader.messages -= 1;
  if (reader.messages < 0) {
    throw new ProtobufError(`more than ${MAX_MESSAGES} messages in one object`);
  }
}

/** Sets absent fields that JSON always contains. */
function addShown(object: JsonObject, shown: readonly MessageField[]): void {
  for (const { form, name, message, zero } of shown) {
    if (form === INLINE) {
      addShown(object, fieldsOf(message as Message).shown);
    } else if (!Object.hasOwn(object, name)) {
      object[name] = (message === undefined ? zero() : zeroOf(message)) as JsonValue;
    }
  }
}

/** JSON of an empty message. */
export function zeroOf(message: Message): JsonValue {
  const object: JsonObject = {};
  addShown(object, fieldsOf(message).shown);
  return message.choice === undefined ? object : message.choice.fromMessage(object);
}

/** Decodes one field into `object`. */
function readField(reader: MessageReader, field: MessageField, object: JsonObject, isFirst: boolean): void {
  switch (field.form) {
    case SINGLE: {
      const value =
        field.valueType === MESSAGE
          ? readInner(reader, field.message as Message, isFirst ? undefined : object[field.name])
          : readValue(reader, field);
      if (value !== field.omitted && value !== null) {
        object[field.name] = value;
      } else if (!isFirst) {
        forget(object, field);
      }
      return;
    }
    case LIST:
      readItem(reader, field, itemsOf(object, field, isFirst));
      return;
    case MAP:
      readEntry(reader, field, mapOf(object, field, isFirst));
      return;
    default:
      readInline(reader, field.message as Message, object, isFirst);
  }
}

/** Resets the field in the object to its zero value. */
function forget(object: JsonObject, { name, isShown, zero }: MessageField): void {
  if (isShown) {
    object[name] = zero() as JsonValue;
  } else {
    delete object[name];
  }
}

/** List of a repeated field, created in the object for its first item. */
function itemsOf(object: JsonObject, { name }: MessageField, isFirst: boolean): JsonValue[] {
  const known = isFirst ? undefined : object[name];
  if (known !== undefined) {
    return known as JsonValue[];
  }
  const items: JsonValue[] = [];
  object[name] = items;
  return items;
}

/** Map of a field, created in the object for its first entry. */
function mapOf(object: JsonObject, { name }: MessageField, isFirst: boolean): JsonObject {
  const known = isFirst ? undefined : object[name];
  if (known !== undefined) {
    return known as JsonObject;
  }
  const map: JsonObject = {};
  object[name] = map;
  return map;
}

/** Decodes one item of a repeated field and appends it to `items`. */
function readItem(reader: MessageReader, field: MessageField, items: JsonValue[]): void {
  reader.depth++;
  items.push(readValue(reader, field));
  reader.depth--;
}

function readValue(reader: MessageReader, field: MessageField): JsonValue {
  switch (field.valueType) {
    case STRING:
      return readText(reader);
    case MESSAGE:
      return readInner(reader, field.message as Message, undefined);
    case BOOL:
      return readBool(reader);
    case INT32:
      return readInt32(reader);
    case INT64:
      return readInt64(reader);
    case DOUBLE:
      return readFinite(reader);
    case BYTES:
      return readBase64(reader);
    default:
      return readSpecial(reader, field.codec as ValueCodec);
  }
}

/**
 * Decodes a nested message, merged with an earlier part. Kubernetes: the parts of a message field are merged
 * (api/core/v1/generated.pb.go Unmarshal, v1.36).
 */
function readInner(reader: MessageReader, message: Message, before: JsonValue | undefined): JsonValue {
  const outer = reader.end;
  const end = readLength(reader) + reader.at;
  reader.end = end;
  const value = before === undefined ? readLevel(reader, message, {}) : readMore(reader, message, before);
  reader.at = end;
  reader.end = outer;
  return value;
}

function readMore(reader: MessageReader, message: Message, before: JsonValue): JsonValue {
  const { choice } = message;
  if (choice !== undefined) {
    const object = choice.toMessage(before);
    readInto(reader, message, object, false);
    return choice.fromMessage(object);
  }
  descend(reader);
  readInto(reader, message, before as JsonObject, false);
  reader.depth--;
  return before;
}

/** Decodes an inline message, whose fields become fields of `object` itself. */
function readInline(reader: MessageReader, message: Message, object: JsonObject, isFirst: boolean): void {
  const outer = reader.end;
  const end = readLength(reader) + reader.at;
  reader.end = end;
  readInto(reader, message, object, isFirst);
  reader.at = end;
  reader.end = outer;
}

function readBase64(reader: MessageReader): string {
  const end = readLength(reader) + reader.at;
  const start = reader.at;
  reader.at = end;
  return encodeBase64(reader.bytes, start, end);
}

function readSpecial(reader: MessageReader, codec: ValueCodec): JsonValue {
  const outer = reader.end;
  const end = readLength(reader) + reader.at;
  reader.end = end;
  const value = codec.read(reader);
  reader.at = end;
  reader.end = outer;
  return value;
}

/** Decodes a double; throws for infinity and NaN, which JSON lacks. */
function readFinite(reader: MessageReader): number {
  const value = readDouble(reader);
  if (!Number.isFinite(value)) {
    throw new ProtobufError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }
  return value;
}

const KEY_TAG = 8 + DELIMITED;

/** Decodes one entry of a map and adds it to `map`. */
function readEntry(reader: MessageReader, field: MessageField, map: JsonObject): void {
  const outer = reader.end;
  const end = readLength(reader) + reader.at;
  reader.end = end;
  descend(reader);
  let key = "";
  let value: JsonValue | undefined;
  while (reader.at < end) {
    const tag = readTag(reader, field.goName);
    if (tag === KEY_TAG) {
      key = readText(reader);
    } else if (tag === field.valueTag) {
      value = readValue(reader, field);
    } else {
      skipEntryField(reader, field, tag);
    }
  }
  reader.depth--;
  reader.end = outer;
  setOwn(map, key, value ?? zeroOfEntry(field) ?? null);
}

function skipEntryField(reader: MessageReader, { goName, valueTag }: MessageField, tag: number): void {
  const number = tag >>> 3;
  if (number === 1 || number === 2) {
    checkWireType(tag & 7, number === 1 ? DELIMITED : valueTag & 7, goName);
  }
  skipField(reader, tag & 7);
}

function zeroOfEntry({ message, zero }: MessageField): JsonValue | undefined {
  return message === undefined ? zero() : zeroOf(message);
}

/**
 * Decodes packed numbers into the list of the field, although Kubernetes does not write them. Throws for any other wire
 * type.
 */
function readPacked(
  reader: MessageReader,
  field: MessageField,
  { object, wireType }: { readonly object: JsonObject; readonly wireType: number },
): void {
  const isPacked = field.form === LIST && (field.tag & 7) === VARINT && wireType === DELIMITED;
  if (!isPacked) {
    checkWireType(wireType, field.tag & 7, field.goName);
  }
  const items = itemsOf(object, field, false);
  const outer = reader.end;
  reader.end = readLength(reader) + reader.at;
  while (reader.at < reader.end) {
    items.push(readValue(reader, field));
  }
  reader.end = outer;
}
