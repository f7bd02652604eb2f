import { type JsonObject, metadataOf } from "@kiln/api";
import { type Resource, servedStart, toServedJson } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import type { Output } from "../output/output.ts";
import type { Committed } from "./commit.ts";

/** Responds with the written object, in the requested form: 201 if it is new. */
export function respondWritten(output: Output, resource: Resource, committed: Committed): ApiResponse {
  const { encoded, tree, version, isNew } = committed;
  // Protobuf does not depend on the order of fields, so that the stored JSON need not be parsed for it.
  const object =
    output.encoding === "protobuf" && tree !== undefined
      ? withVersion(tree, version)
      : toServedJson(encoded, { start: servedStart(resource), revision: version });
  return output.respondObject(isNew ? 201 : 200, object);
}

function withVersion(tree: JsonObject, version: string | undefined): JsonObject {
  return version === undefined ? tree : { ...tree, metadata: { ...metadataOf(tree), resourceVersion: version } };
}
