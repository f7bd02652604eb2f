import {
  decodeJson,
  encodeUtf8,
  JsonSyntaxError,
  type JsonValue,
  maxJsonDepth,
  parseMicroTime,
  parseTime,
  printJson,
  printMicroTime,
  printQuantity,
  printTime,
  quantityFromJson,
} from "@kiln/api";
import { ProtobufError } from "./protobuf-error.ts";
import {
  checkWireType,
  DELIMITED,
  type Reader,
  readBytes,
  readFields,
  readInt32,
  readInt64,
  readText,
  VARINT,
} from "./reader.ts";
import type { ValueCodec } from "./value-codec.ts";
import { type Writer, writeBytes, writeInteger, writeText, writeVarint } from "./writer.ts";

const SECONDS = 0x08;
const NANOS = 0x10;
const TEXT = 0x0a;
/** Midnight of the first of January of the year 1, which Go takes for no time at all. */
const NO_TIME = -62_135_596_800;
/** The years that have four digits, from the first second to the last. */
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

function writeTimestamp(writer: Writer, seconds: number, nanos: number): void {
  if (seconds === NO_TIME && nanos === 0) {
    return;
  }
  writeInteger(writer, nanos);
  writeVarint(writer, NANOS);
  writeInteger(writer, seconds);
  writeVarint(writer, SECONDS);
}

interface Timestamp {
  seconds: number;
  nanos: number;
}

/** Undefined for no time at all. */
function readTimestamp(reader: Reader): Timestamp | undefined {
  if (reader.at === reader.end) {
    return undefined;
  }
  const time: Timestamp = { seconds: 0, nanos: 0 };
  readFields(reader, "Timestamp", (number, wireType) => {
    if (number === 1) {
      checkWireType(wireType, VARINT, "Seconds");
      time.seconds = Number(readInt64(reader));
    } else if (number === 2) {
      checkWireType(wireType, VARINT, "Nanos");
      time.nanos = readInt32(reader);
    }
    return number === 1 || number === 2;
  });
  return time.seconds === NO_TIME && time.nanos === 0 ? undefined : time;
}

/** Kubernetes has no such limit, and then writes what no client can read. */
function checkRange(seconds: number): void {
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
    throw new ProtobufError("year outside of range [0,9999]");
  }
}

const time: ValueCodec = {
  wireType: DELIMITED,
  write(writer, value) {
    const parsed = typeof value === "string" ? parseTime(value).value : undefined;
    if (parsed !== undefined) {
      writeTimestamp(writer, Math.floor(parsed.getTime() / 1000), 0);
    }
  },
  // Kubernetes: fractions of a second are not decoded, since JSON has none (meta/v1/time_proto.go Unmarshal, v1.36).
  read(reader) {
    const read = readTimestamp(reader);
    if (read === undefined) {
      return null;
    }
    checkRange(read.seconds);
    return printTime(new Date(read.seconds * 1000));
  },
  zero: () => undefined,
};

const microTime: ValueCodec = {
  wireType: DELIMITED,
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

const quantity: ValueCodec = {
  wireType: DELIMITED,
  write(writer, value) {
    const parsed = quantityFromJson(value ?? null).value;
    writeField(writer, parsed === undefined ? "0" : printQuantity(parsed), TEXT);
  },
  read(reader) {
    let text: string | undefined;
    readFields(reader, "Quantity", (number, wireType) => {
      if (number !== 1) {
        return false;
      }
      checkWireType(wireType, DELIMITED, "String_");
      text = readText(reader);
      return true;
    });
    const parsed = quantityFromJson(text ?? null);
    if (parsed.error !== undefined) {
      throw new ProtobufError(parsed.error);
    }
    return printQuantity(parsed.value);
  },
  zero: () => "0",
};

function writeField(writer: Writer, text: string, tag: number): void {
  const before = writer.size;
  writeText(writer, text);
  writeVarint(writer, writer.size - before);
  writeVarint(writer, tag);
}

const intOrString: ValueCodec = {
  wireType: DELIMITED,
  write(writer, value) {
    const isText = typeof value === "string";
    writeField(writer, isText ? value : "", 0x1a);
    writeInteger(writer, Number.isSafeInteger(value) ? (value as number) : 0);
    writeVarint(writer, 0x10);
    writeVarint(writer, isText ? 1 : 0);
    writeVarint(writer, 0x08);
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

/** JSON inside a message. Kubernetes keeps its bytes; here they are part of the tree, so they must be JSON at once. */
const json: ValueCodec = {
  wireType: DELIMITED,
  write(writer, value) {
    if (value === undefined || value === null) {
      return;
    }
    const before = writer.size;
    writeBytes(writer, encodeUtf8(printJson(value)));
    writeVarint(writer, writer.size - before);
    writeVarint(writer, TEXT);
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

function parseRaw(raw: Uint8Array, depth: number): JsonValue {
  try {
    const { value } = decodeJson(raw);
    if (depth + depthOf(value) > maxJsonDepth) {
      throw new ProtobufError("exceeded max depth");
    }
    return value;
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ProtobufError(error.message) : error;
  }
}

/** Recursion is bounded, because the value was parsed. */
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

/** A list of strings that is a message, so that an empty one differs from none. */
const strings: ValueCodec = {
  wireType: DELIMITED,
  write(writer, value) {
    const items = Array.isArray(value) ? value : [];
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      writeField(writer, typeof item === "string" ? item : "", TEXT);
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
  // Kubernetes: an entry of a map without a value is an empty list (authorization/v1/generated.pb.go Unmarshal, v1.36).
  zero: () => [],
  isOptional: true,
};

/** By their names in the data. */
export const specialCodecs: readonly (readonly [string, ValueCodec])[] = [
  ["Time", time],
  ["MicroTime", microTime],
  ["Quantity", quantity],
  ["IntOrString", intOrString],
  ["RawExtension", json],
  ["FieldsV1", json],
  ["JSON", json],
  ["strings", strings],
];
