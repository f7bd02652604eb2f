import type { JsonObject, JsonValue } from "@kiln/api";
import { operationId, operationTag } from "./operation-id.ts";
import type { Operation, PathOperations } from "./operations.ts";
import type { Parameter } from "./parameters.ts";

/** Prefix of a reference to a component schema. */
export const SCHEMAS = "#/components/schemas/";

export function printPathV3({ operations, parameters, ...where }: PathOperations): JsonObject {
  const item: JsonObject = {};
  for (const operation of operations) {
    item[operation.method] = printOperation(operation, where);
  }
  if (parameters.length > 0) {
    item.parameters = parameters.map(printParameter);
  }
  return item;
}

function printOperation(operation: Operation, { kind, place }: Pick<PathOperations, "kind" | "place">): JsonObject {
  const { parameters, body, codes, answer, produces } = operation;
  const content = contentOf(produces, answer);
  const responses: JsonObject = {};
  for (const code of codes) {
    responses[code] = { description: CODES[code] ?? "", content };
  }
  responses[401] = { description: "Unauthorized" };
  return {
    tags: [operationTag(place)],
    description: operation.description,
    operationId: operationId(operation.verb, operation.what, place),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(printParameter) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: contentOf(operation.consumes, body.schema),
            ...(body.isRequired ? { required: true } : {}),
          },
        }),
    responses,
    "x-kubernetes-action": operation.action,
    "x-kubernetes-group-version-kind": { ...kind },
  };
}

export const CODES: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

function contentOf(mediaTypes: readonly string[], schema: string): JsonObject {
  return Object.fromEntries([...mediaTypes].sort().map((type) => [type, { schema: { $ref: SCHEMAS + schema } }]));
}

function printParameter({ name, in: place, type, description }: Parameter): JsonValue {
  const required = place === "path" ? { required: true } : {};
  return { name, in: place, description, ...required, schema: { type, uniqueItems: true } };
}
