import {
  decodeJson,
  isCanonicalQuantity,
  JsonSyntaxError,
  type JsonValue,
  maxJsonDepth,
  parseMicroTime,
  parseSeconds,
  printJson,
  printMicroTime,
  printQuantity,
  printTimeSeconds,
  quantityFromJson,
} from "@kiln/api";
import {
  checkWireType,
  DELIMITED,
  ProtobufError,
  type ProtobufReader,
  type ProtobufWriter,
  readBytes,
  readFields,
  readInt32,
  readInt64,
  readLength,
  readTag,
  readText,
  reserveBytes,
  skipField,
  VARINT,
  writeIntegerField,
  writeStart,
  writeTextField,
  writtenSize,
} from "@kiln/api/protobuf";
import { readFieldSet } from "./read-field-set.ts";
import type { ValueCodec } from "./value-codec.ts";
import { writeFieldSet } from "./write-field-set.ts";

/** Seconds of Go's zero time: January 1 of the year 1. */
const NO_TIME = -62_135_596_800;
/** First and last second of the years with four digits. */
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

/** Times from 1978 to 2038, whose seconds take five bytes and fit into an integer of the engine. */
const FIRST_OF_FIVE_BYTES = 2 ** 28;
const END_OF_31_BITS = 2 ** 31;
const SECONDS_TAG = 8;
const NANOS_TAG = 16;

function writeWholeSeconds(writer: ProtobufWriter, seconds: number): void {
  const at = reserveBytes(writer, 8);
  const { bytes } = writer;
  bytes[at] = SECONDS_TAG;
  bytes[at + 1] = seconds | 0x80;
  bytes[at + 2] = (seconds >>> 7) | 0x80;
  bytes[at + 3] = (seconds >>> 14) | 0x80;
  bytes[at + 4] = (seconds >>> 21) | 0x80;
  bytes[at + 5] = seconds >>> 28;
  bytes[at + 6] = NANOS_TAG;
  bytes[at + 7] = 0;
}

function writeTimestamp(writer: ProtobufWriter, seconds: number, nanos: number): void {
  if (nanos === 0 && seconds >= FIRST_OF_FIVE_BYTES && seconds < END_OF_31_BITS) {
    writeWholeSeconds(writer, seconds);
    return;
  }
  if (seconds === NO_TIME && nanos === 0) {
    return;
  }
  writeIntegerField(writer, 2, nanos);
  writeIntegerField(writer, 1, seconds);
}

interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** Decodes a time; undefined for Go's zero time. */
function readTimestamp(reader: ProtobufReader): Timestamp | undefined {
  if (reader.at === reader.end) {
    return undefined;
  }
  let seconds = 0;
  let nanos = 0;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "Timestamp");
    if (tag >>> 3 === 1) {
      checkWireType(tag & 7, VARINT, "Seconds");
      seconds = Number(readInt64(reader));
    } else if (tag >>> 3 === 2) {
      checkWireType(tag & 7, VARINT, "Nanos");
      nanos = readInt32(reader);
    } else {
      skipField(reader, tag & 7);
    }
  }
  return seconds === NO_TIME && nanos === 0 ? undefined : { seconds, nanos };
}

/**
 * Throws for times beyond four-digit years. Kubernetes has no such limit, and writes values that no client can decode.
 */
function checkRange(seconds: number): void {
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
    throw new ProtobufError("year outside of range [0,9999]");
  }
}

const time: ValueCodec = {
  write(writer, value) {
    if (typeof value !== "string") {
      return;
    }
    if (value !== writer.timeText) {
      const seconds = parseSeconds(value);
      if (seconds === undefined) {
        return;
      }
      writer.timeText = value;
      writer.timeSeconds = seconds;
    }
    writeTimestamp(writer, writer.timeSeconds, 0);
  },
  // Kubernetes: fractions of a second are not decoded, since JSON has none (meta/v1/time_proto.go Unmarshal, v1.36).
  read(reader) {
    const read = readTimestamp(reader);
    if (read === undefined) {
      return null;
    }
    const { seconds } = read;
    if (seconds !== reader.timeSeconds) {
      checkRange(seconds);
      reader.timeText = printTimeSeconds(seconds);
      reader.timeSeconds = seconds;
    }
    return reader.timeText;
  },
  zero: () => undefined,
};

const microTime: ValueCodec = {
  write(writer, value) {
    const parsed = typeof value === "string" ? parseMicroTime(value).value : undefined;
    if (parsed !== undefined) {
      writeTimestamp(writer, parsed.seconds, parsed.micros * 1000);
    }
  },
  read(reader) {
    const read = readTimestamp(reader);
    if (read === undefined) {
      return null;
    }
    const micros = Math.trunc(read.nanos / 1000);
    const carried = Math.floor(micros / 1_000_000);
    const seconds = read.seconds + carried;
    checkRange(seconds);
    return printMicroTime({ seconds, micros: micros - carried * 1_000_000 });
  },
  zero: () => undefined,
};

function canonicalQuantity(value: JsonValue | undefined): string {
  if (typeof value === "string" && isCanonicalQuantity(value)) {
    return value;
  }
  const parsed = quantityFromJson(value ?? null).value;
  return parsed === undefined ? "0" : printQuantity(parsed);
}

const quantity: ValueCodec = {
  write(writer, value) {
    writeTextField(writer, 1, canonicalQuantity(value));
  },
  read(reader) {
    let text: string | undefined;
    while (reader.at < reader.end) {
      const tag = readTag(reader, "Quantity");
      if (tag >>> 3 === 1) {
        checkWireType(tag & 7, DELIMITED, "String_");
        text = readText(reader);
      } else {
        skipField(reader, tag & 7);
      }
    }
    if (text !== undefined && isCanonicalQuantity(text)) {
      return text;
    }
    const parsed = quantityFromJson(text ?? null);
    if (parsed.error !== undefined) {
      throw new ProtobufError(parsed.error);
    }
    return printQuantity(parsed.value);
  },
  zero: () => "0",
};

const intOrString: ValueCodec = {
  write(writer, value) {
    const isText = typeof value === "string";
    writeTextField(writer, 3, isText ? value : "");
    writeIntegerField(writer, 2, Number.isSafeInteger(value) ? (value as number) : 0);
    writeIntegerField(writer, 1, isText ? 1 : 0);
  },
  read(reader) {
    let [type, int, text]: [number | bigint, number, string] = [0, 0, ""];
    readFields(reader, "IntOrString", (number, wireType) => {
      if (number === 1) {
        checkWireType(wireType, VARINT, "Type");
        type = readInt64(reader);
      } else if (number === 2) {
        checkWireType(wireType, VARINT, "IntVal");
        int = readInt32(reader);
      } else if (number === 3) {
        checkWireType(wireType, DELIMITED, "StrVal");
        text = readText(reader);
      }
      return number >= 1 && number <= 3;
    });
    if (Number(type) !== 0 && Number(type) !== 1) {
      throw new ProtobufError("impossible IntOrString.Type");
    }
    return Number(type) === 0 ? int : text;
  },
  zero: () => 0,
};

/**
 * Codec of raw JSON in a message. Kubernetes keeps its bytes; here it becomes part of the tree, so it must be valid
 * JSON.
 */
const json: ValueCodec = {
  write(writer, value) {
    if (value !== undefined && value !== null) {
      writeTextField(writer, 1, printJson(value));
    }
  },
  read(reader) {
    let raw: Uint8Array | undefined;
    readFields(reader, "RawExtension", (number, wireType) => {
      if (number !== 1) {
        return false;
      }
      checkWireType(wireType, DELIMITED, "Raw");
      raw = readBytes(reader);
      return true;
    });
    return raw === undefined || raw.length === 0 ? null : parseRaw(raw, reader.depth);
  },
  zero: () => undefined,
};

const RAW_TAG = 8 + DELIMITED;

/** A set of fields inside a message, as JSON. */
const fieldSet: ValueCodec = {
  ...json,
  read(reader) {
    const { at, end } = reader;
    const isAlone =
      at < end && readTag(reader, "RawExtension") === RAW_TAG && readLength(reader) === reader.end - reader.at;
    const set = isAlone ? readFieldSet(reader) : undefined;
    if (set === undefined) {
      reader.at = at;
    }
    return set ?? json.read(reader);
  },
  write(writer, value) {
    if (value !== undefined && value !== null) {
      const after = writtenSize(writer);
      writeFieldSet(writer, value);
      writeStart(writer, 1, after);
    }
  },
};

function parseRaw(raw: Uint8Array, depth: number): JsonValue {
  try {
    const { value } = decodeJson(raw);
    // Each level of nesting takes two bytes at least, so that the depth of most texts need not be counted.
    if (depth + raw.length / 2 > maxJsonDepth && depth + depthOf(value) > maxJsonDepth) {
      throw new ProtobufError("exceeded max depth");
    }
    return value;
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ProtobufError(error.message) : error;
  }
}

/** Nesting depth of a value. Recursion is safe, because the parser has bounded the depth. */
function depthOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  let deepest = 0;
  for (const item of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(item));
  }
  return deepest + 1;
}

/** Codec of a list of strings that is a message of its own, so that an empty list differs from an absent one. */
const strings: ValueCodec = {
  write(writer, value) {
    const items = Array.isArray(value) ? value : [];
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      writeTextField(writer, 1, typeof item === "string" ? item : "");
    }
  },
  read(reader) {
    const items: string[] = [];
    readFields(reader, "Items", (number, wireType) => {
      if (number !== 1) {
        return false;
      }
      checkWireType(wireType, DELIMITED, "Items");
      items.push(readText(reader));
      return true;
    });
    return items;
  },
  // Kubernetes: a map entry without a value has an empty list (authorization/v1/generated.pb.go Unmarshal, v1.36).
  zero: () => [],
  isOptional: true,
};

/** Codecs by the name of the type in the data files. */
export const specialCodecs: ReadonlyMap<string, ValueCodec> = new Map([
  ["Time", time],
  ["MicroTime", microTime],
  ["Quantity", quantity],
  ["IntOrString", intOrString],
  ["RawExtension", json],
  ["FieldsV1", fieldSet],
  ["JSON", json],
  ["strings", strings],
]);
