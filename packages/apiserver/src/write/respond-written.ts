import { type Resource, servedStart, toServedJson } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import type { Output } from "../output/output.ts";
import type { Committed } from "./commit.ts";

/** Responds with the written object, in the requested form: 201 if it is new. */
export function respondWritten(
  output: Output,
  resource: Resource,
  { encoded, version, isNew }: Committed,
): ApiResponse {
  const bytes = toServedJson(encoded, { start: servedStart(resource), revision: version });
  return output.respondObject(isNew ? 201 : 200, bytes);
}
