import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { ValueCodec } from "./value-codec.ts";

/** A message that JSON writes as the value of one of its fields. */
interface Choice {
  toMessage(value: JsonValue | undefined): JsonObject;
  fromMessage(message: JsonObject): JsonValue;
}

const orArray: Choice = {
  toMessage: (value) => (Array.isArray(value) ? { jSONSchemas: value } : toSchema(value)),
  fromMessage: (message) => getOwn(message, "jSONSchemas") ?? getOwn(message, "schema") ?? null,
};

const orBool: Choice = {
  toMessage: (value) => (isJsonObject(value) ? { allows: true, schema: value } : { allows: value === true }),
  fromMessage: (message) => getOwn(message, "schema") ?? getOwn(message, "allows") === true,
};

const orStringArray: Choice = {
  toMessage: (value) => (Array.isArray(value) ? { property: value } : toSchema(value)),
  fromMessage: (message) => getOwn(message, "property") ?? getOwn(message, "schema") ?? null,
};

function toSchema(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? { schema: value } : {};
}

const CHOICES: ReadonlyMap<string, Choice> = new Map([
  ["JSONSchemaPropsOrArray", orArray],
  ["JSONSchemaPropsOrBool", orBool],
  ["JSONSchemaPropsOrStringArray", orStringArray],
]);

/** The codec as it is, unless the message is one of those that stand for one of several things. */
export function withChoice(name: string, codec: ValueCodec): ValueCodec {
  const choice = CHOICES.get(name);
  if (choice === undefined) {
    return codec;
  }
  return {
    ...codec,
    write: (writer, value) => codec.write(writer, choice.toMessage(value)),
    read(reader) {
      // The message is no level of the JSON.
      reader.depth--;
      const message = codec.read(reader) as JsonObject;
      reader.depth++;
      return choice.fromMessage(message);
    },
    zero: () => choice.fromMessage(codec.zero() as JsonObject),
  };
}
