import { isJsonObject, type JsonValue, printJson } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessages } from "./messages.ts";
import { ProtobufError } from "./protobuf-error.ts";
import { createReader } from "./reader.ts";
import { anyMessage, everyMessage } from "./testing/any-message.ts";
import type { ValueCodec } from "./value-codec.ts";
import { createWriter, takeBytes } from "./writer.ts";

const messages = createMessages();
const codecs = everyMessage
  .filter(({ name }) => !name.startsWith("JSONSchemaPropsOr"))
  .map((type) => ({ type, codec: messages.find(type.apiVersion, type.name) as ValueCodec }));

function write(codec: ValueCodec, value: JsonValue): Uint8Array {
  const writer = createWriter();
  codec.write(writer, value);
  return takeBytes(writer);
}

/** Whether `actual` has everything that `expected` has. */
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
    for (const { type, codec } of codecs) {
      const check = (value: JsonValue) => {
        const bytes = write(codec, value);
        const back = codec.read(createReader(bytes));
        expect(covers(back, value) || printJson([type.name, value, back])).toBe(true);
        expect(write(codec, back)).toEqual(bytes);
      };
      fc.assert(fc.property(anyMessage(type), check), { numRuns: 3 });
    }
  }, 60_000);

  it("shows what JSON shows of nothing, and reads nothing as that", () => {
    for (const { codec } of codecs) {
      expect(codec.read(createReader(new Uint8Array()))).toEqual(codec.zero());
      expect(codec.read(createReader(write(codec, {})))).toEqual(codec.zero());
    }
  });

  it("writes whatever JSON it is given", () => {
    const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
    for (const { codec } of codecs) {
      const wrong = fc.dictionary(fc.constantFrom("metadata", "spec", "items", "status", "name"), anything);
      fc.assert(
        fc.property(fc.oneof(anything, wrong as fc.Arbitrary<JsonValue>), (value) => {
          codec.read(createReader(write(codec, value)));
        }),
        { numRuns: 5 },
      );
    }
  });
});

/** The thrown error, unless it is the expected one for invalid bytes. */
function surprise(codec: ValueCodec, bytes: Uint8Array): unknown {
  try {
    write(codec, codec.read(createReader(bytes)));
    return undefined;
  } catch (error) {
    return error instanceof ProtobufError ? undefined : error;
  }
}

describe("random bytes", () => {
  it("are read as a message or refused, whatever they are", () => {
    const anyCodec = fc.constantFrom(...codecs);
    fc.assert(
      fc.property(anyCodec, fc.uint8Array({ maxLength: 64 }), ({ codec }, bytes) => {
        expect(surprise(codec, bytes)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it("are decoded or rejected if they are a mutated message", () => {
    const anyChange = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.boolean() });
    for (const { type, codec } of codecs.filter(({ type }) => type.name.length % 3 === 0)) {
      fc.assert(
        fc.property(anyMessage(type, 2), fc.array(anyChange, { minLength: 1, maxLength: 4 }), (value, changes) => {
          let bytes = write(codec, value);
          for (const { at, byte, cut } of changes) {
            const place = at % (bytes.length + 1);
            bytes[place] = byte;
            bytes = cut ? bytes.subarray(0, place) : bytes;
          }
          expect(surprise(codec, bytes)).toBeUndefined();
        }),
        { numRuns: 3 },
      );
    }
  }, 60_000);
});
