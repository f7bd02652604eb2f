import type { ApiResponse } from "../http/message.ts";
import { jsonResponse } from "../http/respond.ts";
import { withResourceVersion } from "../stored-value.ts";
import type { Committed } from "./commit.ts";

/** The object as it is now: 201 if it was not there before. */
export function respondWritten({ encoded, version, isNew }: Committed): ApiResponse {
  return jsonResponse(isNew ? 201 : 200, version === undefined ? encoded.body : withResourceVersion(encoded, version));
}
