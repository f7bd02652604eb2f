import { type Resource, servedStart, toServedJson } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import type { Output } from "../output/output.ts";
import type { Committed } from "./commit.ts";

/** The object as it is now, in the form the client requested: 201 if it was not there before. */
export function respondWritten(
  output: Output,
  resource: Resource,
  { encoded, version, isNew }: Committed,
): ApiResponse {
  const bytes = toServedJson(encoded, { start: servedStart(resource), revision: version });
  return output.respondObject(isNew ? 201 : 200, bytes);
}
