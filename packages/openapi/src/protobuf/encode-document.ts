import { concatBytes, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { DocumentV3 } from "../build-document.ts";
import {
  always,
  any,
  type Codec,
  count,
  double,
  each,
  encodeWith,
  flag,
  inside,
  message,
  named,
  text,
} from "./codec.ts";

/** Messages with the field numbers of gnostic's OpenAPIv3.proto. */
const reference = message({ $ref: text(1), summary: text(2), description: text(3) });
const externalDocs = message({ description: text(1), url: text(2) }, 3);
const schema: Codec = (writer, value) => schemaMessage(writer, value);
const [first, second] = [inside(1, schema), inside(2, reference)];
const schemaOrReference: Codec = (writer, value) =>
  isJsonObject(value) && typeof value.$ref === "string" ? second(writer, value) : first(writer, value);

const schemaMessage = message(
  {
    nullable: flag(1),
    externalDocs: inside(6, externalDocs),
    example: inside(7, any),
    title: text(9),
    multipleOf: double(10),
    maximum: double(11),
    exclusiveMaximum: flag(12),
    minimum: double(13),
    exclusiveMinimum: flag(14),
    maxLength: count(15),
    minLength: count(16),
    pattern: text(17),
    maxItems: count(18),
    minItems: count(19),
    uniqueItems: flag(20),
    maxProperties: count(21),
    minProperties: count(22),
    required: each(text(23)),
    enum: each(inside(24, any)),
    type: text(25),
    allOf: each(inside(26, schemaOrReference)),
    oneOf: each(inside(27, schemaOrReference)),
    anyOf: each(inside(28, schemaOrReference)),
    not: inside(29, schema),
    items: inside(30, each(inside(1, schemaOrReference))),
    properties: inside(31, named(1, schemaOrReference)),
    additionalProperties: inside(32, (writer, value) =>
      isJsonObject(value) ? inside(1, schemaOrReference)(writer, value) : always.flag(2)(writer, value),
    ),
    default: (writer, value) => (isScalar(value) ? inside(33, scalar)(writer, value) : undefined),
    description: text(34),
    format: text(35),
  },
  36,
);

/**
 * Kubernetes: the protobuf form cannot hold defaults that are objects or lists (validation/spec/gnostic.go FromGnostic,
 * v1.36).
 */
function isScalar(value: JsonValue): boolean {
  return typeof value !== "object";
}

const scalar: Codec = (writer, value) => {
  switch (typeof value) {
    case "boolean":
      return always.flag(2)(writer, value);
    case "string":
      return always.text(3)(writer, value);
    default:
      return always.double(1)(writer, value);
  }
};

const content = named(1, message({ schema: inside(1, schemaOrReference) }));
const parameter = message({
  name: text(1),
  in: text(2),
  description: text(3),
  required: flag(4),
  schema: inside(10, schemaOrReference),
});
const requestBody = message({ content: inside(2, content), required: flag(3) });
const response = message({ description: text(1), content: inside(3, content) });
const operation = message(
  {
    tags: each(text(1)),
    description: text(3),
    operationId: text(5),
    parameters: each(inside(6, inside(1, parameter))),
    requestBody: inside(7, inside(1, requestBody)),
    responses: inside(8, named(2, inside(1, response))),
  },
  13,
);
const pathItem = message({
  get: inside(4, operation),
  put: inside(5, operation),
  post: inside(6, operation),
  delete: inside(7, operation),
  patch: inside(10, operation),
  parameters: each(inside(13, inside(1, parameter))),
});
const securityScheme = message({ type: text(1), description: text(2), name: text(3), in: text(4) });
const document = message({
  openapi: text(1),
  info: inside(2, message({ title: text(1), version: text(6) })),
  paths: inside(4, named(1, pathItem)),
  components: inside(
    5,
    message({
      schemas: inside(1, named(1, schemaOrReference)),
      securitySchemes: inside(7, named(1, inside(1, securityScheme))),
    }),
  ),
});

export function encodeDocument({ info, paths, schemas, securitySchemes }: DocumentV3): Uint8Array {
  const encode = (value: JsonObject) => encodeWith(document, value);
  return concatBytes([
    encode({ openapi: "3.0.0", info }),
    ...paths.map(([name, value]) => encode({ paths: { [name]: value } })),
    ...schemas.map(([name, value]) => encode({ components: { schemas: { [name]: value } } })),
    ...(securitySchemes === undefined ? [] : [encode({ components: { securitySchemes } })]),
  ]);
}
