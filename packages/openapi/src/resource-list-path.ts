import type { JsonObject } from "@kiln/api";
import { MEDIA_TYPES } from "@kiln/kinds";
import { operationId, operationTag } from "./operation-id.ts";
import { printGet } from "./print-get.ts";
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
  return [path, printGet(shared, { mediaTypes: MEDIA_TYPES, answer: API_RESOURCE_LIST }, version)];
}
