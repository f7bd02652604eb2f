import { isJsonObject, type JsonValue, printJson } from "@kiln/api";
import { createProtobufReader, ProtobufError, takeBytes } from "@kiln/api/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "./message.ts";
import { createMessages } from "./messages.ts";
import { decodeMessage, zeroOf } from "./read-message.ts";
import { anyMessage, everyMessage } from "./testing/any-message.ts";
import { createMessageWriter, writeMessage } from "./write-message.ts";

const messages = createMessages();
const known = everyMessage
  .filter(({ name }) => !name.startsWith("JSONSchemaPropsOr"))
  .map((type) => ({ type, message: messages.find(type.apiVersion, type.name) as Message }));

function encode(message: Message, value: JsonValue): Uint8Array {
  const writer = createMessageWriter();
  writeMessage(writer, message, value);
  return takeBytes(writer);
}

/** Whether `actual` has all fields of `expected`, with equal values. */
function covers(actual: JsonValue | undefined, expected: JsonValue): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && expected.every((item, i) => covers(actual[i], item));
  }
  if (isJsonObject(expected)) {
    return (
      isJsonObject(actual) &&
      Object.keys(expected).every(
        (key) => Object.hasOwn(actual, key) && covers(actual[key], expected[key] as JsonValue),
      )
    );
  }
  return actual === expected;
}

describe("every message", () => {
  it("gives back what was written, and writes that again byte by byte", () => {
    for (const { type, message } of known) {
      const check = (value: JsonValue) => {
        const bytes = encode(message, value);
        const back = decodeMessage(createProtobufReader(bytes), message);
        expect(covers(back, value) || printJson([type.name, value, back])).toBe(true);
        expect(encode(message, back)).toEqual(bytes);
      };
      fc.assert(fc.property(anyMessage(type), check), { numRuns: 3 });
    }
  }, 60_000);

  it("shows what JSON shows of nothing, and reads nothing as that", () => {
    for (const { message } of known) {
      expect(decodeMessage(createProtobufReader(new Uint8Array()), message)).toEqual(zeroOf(message));
      expect(decodeMessage(createProtobufReader(encode(message, {})), message)).toEqual(zeroOf(message));
    }
  });

  it("writes whatever JSON it is given", () => {
    const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
    for (const { message } of known) {
      const wrong = fc.dictionary(fc.constantFrom("metadata", "spec", "items", "status", "name"), anything);
      fc.assert(
        fc.property(fc.oneof(anything, wrong as fc.Arbitrary<JsonValue>), (value) => {
          decodeMessage(createProtobufReader(encode(message, value)), message);
        }),
        { numRuns: 5 },
      );
    }
  });
});

/** Error thrown for the bytes, unless it is a ProtobufError. */
function surprise(message: Message, bytes: Uint8Array): unknown {
  try {
    encode(message, decodeMessage(createProtobufReader(bytes), message));
    return undefined;
  } catch (error) {
    return error instanceof ProtobufError ? undefined : error;
  }
}

describe("random bytes", () => {
  it("are read as a message or refused, whatever they are", () => {
    const anyCodec = fc.constantFrom(...known);
    fc.assert(
      fc.property(anyCodec, fc.uint8Array({ maxLength: 64 }), ({ message }, bytes) => {
        expect(surprise(message, bytes)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it("are decoded or rejected if they are a mutated message", () => {
    const anyChange = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.boolean() });
    for (const { type, message } of known.filter(({ type }) => type.name.length % 3 === 0)) {
      fc.assert(
        fc.property(anyMessage(type, 2), fc.array(anyChange, { minLength: 1, maxLength: 4 }), (value, changes) => {
          let bytes = encode(message, value);
          for (const { at, byte, cut } of changes) {
            const place = at % (bytes.length + 1);
            bytes[place] = byte;
            bytes = cut ? bytes.subarray(0, place) : bytes;
          }
          expect(surprise(message, bytes)).toBeUndefined();
        }),
        { numRuns: 3 },
      );
    }
  }, 60_000);
});
