import { compareGoStrings, concatBytes, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import type { FieldFacts } from "./message-facts.ts";
import { ProtobufError } from "./protobuf-error.ts";
import {
  checkWireType,
  createReader,
  DELIMITED,
  type Reader,
  readBytes,
  readFields,
  readLength,
  readText,
  readWithin,
  VARINT,
} from "./reader.ts";
import type { ValueCodec } from "./value-codec.ts";
import { type Writer, writeText, writeVarint } from "./writer.ts";

/** State of a field so far: its value, or, for fields decoded only once, its positions. */
export type Slot = JsonValue | undefined;

/** One field of a message. */
export interface FieldCodec extends FieldFacts {
  /** Changes the writer: tag and all, or nothing. */
  write(writer: Writer, value: JsonValue | undefined): void;
  /** Changes the reader, which stands behind the tag. `before` is what an earlier one of the same field gave. */
  read(reader: Reader, wireType: number, before: Slot): Slot;
  /** What JSON has for it once all of the message is read, or without a slot what it has for nothing; mostly undefined. */
  finish(slot: Slot, reader: Reader | undefined): JsonValue | undefined;
}

export function createFieldCodec(facts: FieldFacts, codec: ValueCodec): FieldCodec {
  switch (facts.shape) {
    case "list":
      return listField(facts, codec);
    case "map":
      return mapField(facts, codec);
    default:
      return codec.isMerged === true ? mergedField(facts, codec) : singleField(facts, codec);
  }
}

function writeValue(writer: Writer, codec: ValueCodec, value: JsonValue | undefined): void {
  const before = writer.size;
  codec.write(writer, value);
  if (codec.wireType === DELIMITED) {
    writeVarint(writer, writer.size - before);
  }
}

function readValue(reader: Reader, codec: ValueCodec): JsonValue {
  return codec.wireType === DELIMITED
    ? readWithin(reader, readLength(reader) + reader.at, codec.read)
    : codec.read(reader);
}

function tagOf({ number }: FieldFacts, { wireType }: ValueCodec): number {
  return number * 8 + wireType;
}

function writeSingle(facts: FieldFacts, codec: ValueCodec): FieldCodec["write"] {
  const tag = tagOf(facts, codec);
  const mayBeAbsent = facts.shape === "optional" || codec.isOptional === true;
  return (writer, value) => {
    if (mayBeAbsent && (value === undefined || value === null)) {
      return;
    }
    writeValue(writer, codec, value);
    writeVarint(writer, tag);
  };
}

function singleField(facts: FieldFacts, codec: ValueCodec): FieldCodec {
  const goName = goNameOf(facts);
  const zero = codec.zero();
  const isOptional = facts.shape === "optional";
  const isDelimited = codec.wireType === DELIMITED;
  return {
    ...facts,
    write: writeSingle(facts, codec),
    read(reader, wireType) {
      checkWireType(wireType, codec.wireType, goName);
      return isDelimited ? passOver(reader) : codec.read(reader);
    },
    finish(slot, reader) {
      const isPlace = slot !== undefined && reader !== undefined && isDelimited;
      const value = (isPlace ? readAt(reader, slot as number, codec) : slot) ?? undefined;
      if (isOptional) {
        return value;
      }
      if (facts.isShown) {
        return value === undefined && codec.isOptional !== true ? zero : value;
      }
      return value === zero || isEmpty(value) ? undefined : value;
    },
  };
}

/** For what Go leaves out of JSON besides its zero values. */
function isEmpty(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The place of what follows, which is not read yet: it may not be the last of its field. */
function passOver(reader: Reader): number {
  const place = reader.at;
  readBytes(reader);
  return place;
}

function readAt(reader: Reader, place: number, codec: ValueCodec): JsonValue {
  reader.at = place;
  return readValue(reader, codec);
}

/** Messages are hardly ever split, and joining the parts costs a copy. */
const MAX_PARTS = 100;

/** Kubernetes: several parts of one message are merged (api/core/v1/generated.pb.go Unmarshal, v1.36). */
function mergedField(facts: FieldFacts, codec: ValueCodec): FieldCodec {
  const goName = goNameOf(facts);
  return {
    ...facts,
    write: writeSingle(facts, codec),
    read(reader, wireType, before) {
      checkWireType(wireType, DELIMITED, goName);
      const place = passOver(reader);
      if (before === undefined) {
        return place;
      }
      const places = Array.isArray(before) ? before : [before];
      if (places.push(place) > MAX_PARTS) {
        throw new ProtobufError(`field ${goName} comes in more than ${MAX_PARTS} parts`);
      }
      return places;
    },
    finish(slot, reader) {
      if (slot === undefined || reader === undefined) {
        return facts.shape === "optional" ? undefined : codec.zero();
      }
      return Array.isArray(slot) ? readParts(reader, slot as number[], codec) : readAt(reader, slot as number, codec);
    },
  };
}

function readParts(reader: Reader, places: readonly number[], codec: ValueCodec): JsonValue {
  const parts = places.map((place) => {
    reader.at = place;
    return readBytes(reader);
  });
  const whole = createReader(concatBytes(parts), reader);
  return readWithin(whole, whole.end, codec.read);
}

function listField(facts: FieldFacts, codec: ValueCodec): FieldCodec {
  const goName = goNameOf(facts);
  const tag = tagOf(facts, codec);
  return {
    ...facts,
    write(writer, value) {
      for (let i = Array.isArray(value) ? value.length - 1 : -1; i >= 0; i--) {
        writeValue(writer, codec, (value as JsonValue[])[i]);
        writeVarint(writer, tag);
      }
    },
    read(reader, wireType, before) {
      const items = (before as JsonValue[] | undefined) ?? [];
      reader.depth++;
      if (codec.wireType === VARINT && wireType === DELIMITED) {
        readPacked(reader, codec, items);
      } else {
        checkWireType(wireType, codec.wireType, goName);
        items.push(readValue(reader, codec));
      }
      reader.depth--;
      return items;
    },
    finish: (slot) => slot,
  };
}

/** Changes the items. Numbers may come packed, although Kubernetes does not write them like that. */
function readPacked(reader: Reader, codec: ValueCodec, items: JsonValue[]): void {
  readWithin(reader, readLength(reader) + reader.at, () => {
    while (reader.at < reader.end) {
      items.push(codec.read(reader));
    }
  });
}

const KEY_TAG = 0x0a;

function mapField(facts: FieldFacts, codec: ValueCodec): FieldCodec {
  const goName = goNameOf(facts);
  const tag = facts.number * 8 + DELIMITED;
  const valueTag = 2 * 8 + codec.wireType;
  return {
    ...facts,
    write(writer, value) {
      const map = isJsonObject(value) ? value : {};
      const keys = Object.keys(map).sort(compareGoStrings);
      for (let i = keys.length - 1; i >= 0; i--) {
        const key = keys[i] as string;
        const before = writer.size;
        writeValue(writer, codec, map[key]);
        writeVarint(writer, valueTag);
        const afterValue = writer.size;
        writeText(writer, key);
        writeVarint(writer, writer.size - afterValue);
        writeVarint(writer, KEY_TAG);
        writeVarint(writer, writer.size - before);
        writeVarint(writer, tag);
      }
    },
    read(reader, wireType, before) {
      checkWireType(wireType, DELIMITED, goName);
      const map = (before as JsonObject | undefined) ?? {};
      const { key, value } = readWithin(reader, readLength(reader) + reader.at, () => readEntry(reader, codec, goName));
      setOwn(map, key, value);
      return map;
    },
    finish: (slot) => slot,
  };
}

function readEntry(
  reader: Reader,
  codec: ValueCodec,
  goName: string,
): { readonly key: string; readonly value: JsonValue } {
  let key = "";
  let value: JsonValue | undefined;
  readFields(reader, goName, (number, wireType) => {
    if (number === 1) {
      checkWireType(wireType, DELIMITED, goName);
      key = readText(reader);
    } else if (number === 2) {
      checkWireType(wireType, codec.wireType, goName);
      value = readValue(reader, codec);
    }
    return number === 1 || number === 2;
  });
  return { key, value: value ?? codec.zero() ?? null };
}

/**
 * Name of the field in errors. Kubernetes: an inline field, and metadata, have the name of their type
 * (api/core/v1/generated.pb.go Unmarshal, v1.36).
 */
function goNameOf({ name, shape, type }: FieldFacts): string {
  return shape === "inline" || name === "metadata" ? type.name : name.charAt(0).toUpperCase() + name.slice(1);
}
