import type { JsonObject } from "@kiln/api";
import { DEFINITIONS } from "./print-paths-v2.ts";
import { SCHEMAS } from "./print-paths-v3.ts";
import type { OpenApiVersion } from "./publish-schema.ts";

interface Answer {
  readonly mediaTypes: readonly string[];
  /** Name of the response's type; absent: a string. */
  readonly answer?: string;
  /** False if the operation is published without media types of requests. */
  readonly hasConsumes?: boolean;
}

/** Path whose only operation is a GET without parameters. */
export function printGet(
  shared: JsonObject,
  { mediaTypes, answer, hasConsumes = true }: Answer,
  version: OpenApiVersion,
): JsonObject {
  const unauthorized = { description: "Unauthorized" };
  if (version === "v2") {
    const schema = answer === undefined ? { type: "string" } : { $ref: DEFINITIONS + answer };
    const consumes = hasConsumes ? { consumes: [...mediaTypes] } : {};
    const responses = { 200: { description: "OK", schema }, 401: unauthorized };
    return { get: { ...shared, ...consumes, produces: [...mediaTypes], schemes: ["https"], responses } };
  }
  const schema = answer === undefined ? { type: "string" } : { $ref: SCHEMAS + answer };
  const content = Object.fromEntries([...mediaTypes].sort().map((type) => [type, { schema }]));
  return { get: { ...shared, responses: { 200: { description: "OK", content }, 401: unauthorized } } };
}
