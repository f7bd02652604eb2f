import type { JsonObject, JsonValue } from "@kiln/api";
import { operationId, operationTag } from "./operation-id.ts";
import type { Body, Operation, PathOperations } from "./operations.ts";
import { type Parameter, SHARED_PARAMETERS } from "./parameters.ts";
import { CODES } from "./print-paths-v3.ts";

/** Prefix of a reference to a definition. */
export const DEFINITIONS = "#/definitions/";

export function printPathV2({ operations, parameters, ...where }: PathOperations): JsonObject {
  const item: JsonObject = {};
  for (const operation of operations) {
    item[operation.method] = printOperation(operation, where);
  }
  if (parameters.length > 0) {
    item.parameters = parameters.map(refer);
  }
  return item;
}

/** Shared parameters of the document, which operations reference. */
export function printSharedParameters(): JsonObject {
  return Object.fromEntries(SHARED_PARAMETERS.map((parameter) => [parameter.shared, printParameter(parameter)]));
}

function printOperation(operation: Operation, { kind, place }: Pick<PathOperations, "kind" | "place">): JsonObject {
  const { body, codes, answer } = operation;
  const responses: JsonObject = {};
  for (const code of codes) {
    responses[code] = { description: CODES[code] ?? "", schema: { $ref: DEFINITIONS + answer } };
  }
  responses[401] = { description: "Unauthorized" };
  const parameters = [...(body === undefined ? [] : [printBody(body)]), ...operation.parameters.map(refer)];
  return {
    description: operation.description,
    consumes: [...operation.consumes],
    produces: [...operation.produces],
    schemes: ["https"],
    tags: [operationTag(place)],
    operationId: operationId(operation.verb, operation.what, place),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses,
    "x-kubernetes-action": operation.action,
    "x-kubernetes-group-version-kind": { ...kind },
  };
}

function printBody({ schema, isRequired }: Body): JsonValue {
  return {
    name: "body",
    in: "body",
    ...(isRequired ? { required: true } : {}),
    schema: { $ref: DEFINITIONS + schema },
  };
}

function refer(parameter: Parameter): JsonValue {
  return parameter.shared === undefined ? printParameter(parameter) : { $ref: `#/parameters/${parameter.shared}` };
}

function printParameter({ name, in: place, type, description }: Parameter): JsonObject {
  const required = place === "path" ? { required: true } : {};
  return { uniqueItems: true, type, description, name, in: place, ...required };
}
