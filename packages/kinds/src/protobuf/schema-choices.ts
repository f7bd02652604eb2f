import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** Conversion of a message that JSON encodes as the value of one of its fields. */
export interface Choice {
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

/** Conversions by the name of the message. */
export const choices: ReadonlyMap<string, Choice> = new Map([
  ["JSONSchemaPropsOrArray", orArray],
  ["JSONSchemaPropsOrBool", orBool],
  ["JSONSchemaPropsOrStringArray", orStringArray],
]);
