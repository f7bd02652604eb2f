import type { ApiResponse } from "@kiln/wire";
import type { Output } from "../http/output.ts";
import { withResourceVersion } from "../stored-value.ts";
import type { Committed } from "./commit.ts";

/** The object as it is now, in the form the client asked for: 201 if it was not there before. */
export function respondWritten(output: Output, { encoded, version, isNew }: Committed): ApiResponse {
  const bytes = version === undefined ? encoded.body : withResourceVersion(encoded, version);
  return output.respondObject(isNew ? 201 : 200, bytes);
}
