import type { JsonObject } from "@kiln/api";
import { MEDIA_TYPES } from "@kiln/kinds";
import { operationId, operationTag } from "./operation-id.ts";
import { DEFINITIONS } from "./print-paths-v2.ts";
import { SCHEMAS } from "./print-paths-v3.ts";
import type { OpenApiVersion } from "./publish-schema.ts";
import { API_RESOURCE_LIST } from "./schema-names.ts";

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * Kubernetes: the discovery path is published for built-in group versions only (openapi/builder/builder.go
 * BuildOpenAPIV3, v1.36).
 */
export function resourceListPath(served: GroupVersion, version: OpenApiVersion): readonly [string, JsonObject] {
  const path = served.group === "" ? `/api/${served.version}/` : `/apis/${served.group}/${served.version}/`;
  const shared: JsonObject = {
    description: "List the resources of this group version.",
    operationId: operationId("get", "APIResources", served),
    tags: [operationTag(served)],
  };
  return [path, { get: version === "v2" ? inV2(shared) : inV3(shared) }];
}

function inV2(shared: JsonObject): JsonObject {
  const schema = { $ref: DEFINITIONS + API_RESOURCE_LIST };
  return {
    ...shared,
    consumes: [...MEDIA_TYPES],
    produces: [...MEDIA_TYPES],
    schemes: ["https"],
    responses: { 200: { description: "OK", schema }, 401: { description: "Unauthorized" } },
  };
}

function inV3(shared: JsonObject): JsonObject {
  const schema = { $ref: SCHEMAS + API_RESOURCE_LIST };
  const content = Object.fromEntries([...MEDIA_TYPES].sort().map((type) => [type, { schema }]));
  return { ...shared, responses: { 200: { description: "OK", content }, 401: { description: "Unauthorized" } } };
}
