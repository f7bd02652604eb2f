import { isJsonObject, type JsonValue } from "@kiln/api";
import type { SwaggerPart } from "../stream-swagger.ts";
import {
  always,
  any,
  type Codec,
  count,
  double,
  each,
  encodeWith,
  type FieldCodec,
  flag,
  inside,
  message,
  named,
  text,
} from "./codec.ts";

/** Messages with the field numbers of gnostic's OpenAPIv2.proto. */
const externalDocs = message({ description: text(1), url: text(2) }, 3);
const schema: Codec = (writer, value) => schemaMessage(writer, value);
const schemaMessage = message(
  {
    $ref: text(1),
    format: text(2),
    title: text(3),
    description: text(4),
    default: inside(5, any),
    multipleOf: double(6),
    maximum: double(7),
    exclusiveMaximum: flag(8),
    minimum: double(9),
    exclusiveMinimum: flag(10),
    maxLength: count(11),
    minLength: count(12),
    pattern: text(13),
    maxItems: count(14),
    minItems: count(15),
    uniqueItems: flag(16),
    maxProperties: count(17),
    minProperties: count(18),
    required: each(text(19)),
    enum: each(inside(20, any)),
    additionalProperties: inside(21, (writer, value) =>
      isJsonObject(value) ? inside(1, schema)(writer, value) : always.flag(2)(writer, value),
    ),
    type: inside(22, each(text(1))),
    items: inside(23, each(inside(1, schema))),
    properties: inside(25, named(1, schema)),
    externalDocs: inside(29, externalDocs),
    example: inside(30, any),
  },
  31,
);

const jsonReference = message({ $ref: text(1), description: text(2) });
const bodyParameter = message(
  { description: text(1), name: text(2), in: text(3), required: flag(4), schema: inside(5, schema) },
  6,
);
const queryParameter = message(
  { required: flag(1), in: text(2), description: text(3), name: text(4), type: text(6), uniqueItems: flag(20) },
  23,
);
const pathParameter = message(
  { required: flag(1), in: text(2), description: text(3), name: text(4), type: text(5), uniqueItems: flag(19) },
  22,
);

const inBody = inside(1, bodyParameter);
const inPath = inside(2, inside(4, pathParameter));
const inQuery = inside(2, inside(3, queryParameter));

const parameter: Codec = (writer, value) => {
  switch (isJsonObject(value) ? value.in : undefined) {
    case "body":
      return inBody(writer, value);
    case "path":
      return inPath(writer, value);
    default:
      return inQuery(writer, value);
  }
};

const parameters = (number: number): FieldCodec => each(inside(number, parameterOrReference));
const parameterOrReference: Codec = (writer, value) =>
  isReference(value) ? inside(2, jsonReference)(writer, value) : inside(1, parameter)(writer, value);

function isReference(value: JsonValue): boolean {
  return isJsonObject(value) && value.$ref !== undefined;
}

const response = message({ description: text(1), schema: inside(2, inside(1, schema)) }, 5);
const operation = message(
  {
    tags: each(text(1)),
    description: text(3),
    operationId: text(5),
    produces: each(text(6)),
    consumes: each(text(7)),
    parameters: parameters(8),
    responses: inside(9, named(1, inside(1, response))),
    schemes: each(text(10)),
  },
  13,
);
const pathItem = message(
  {
    get: inside(2, operation),
    put: inside(3, operation),
    post: inside(4, operation),
    delete: inside(5, operation),
    patch: inside(8, operation),
    parameters: parameters(9),
  },
  10,
);

const apiKey = message({ type: text(1), name: text(2), in: text(3), description: text(4) }, 5);
const requirement = named(1, each(text(1)));
const document = message({
  swagger: text(1),
  info: inside(2, message({ title: text(1), version: text(2) })),
  paths: inside(8, named(2, pathItem)),
  definitions: inside(9, named(1, schema)),
  parameters: inside(10, named(1, parameter)),
  security: each(inside(12, requirement)),
  securityDefinitions: inside(13, named(1, inside(2, apiKey))),
});

/**
 * Encodes the parts as one protobuf message, in chunks. Every path and every definition is a message field of its own,
 * because decoders merge repeated message fields.
 */
export async function* encodeSwagger(parts: AsyncIterable<SwaggerPart>): AsyncGenerator<Uint8Array> {
  for await (const { in: place, name, value } of parts) {
    yield encodeWith(document, place === "document" ? { [name]: value } : { [place]: { [name]: value } });
  }
}
