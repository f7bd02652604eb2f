import { encodeUtf8, type StatusError } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";

/** Error response to a request for a cluster that does not exist. */
export function statusResponse({ status }: StatusError): ApiResponse {
  const headers = { "content-type": "application/json" };
  return { status: status.code ?? 500, headers, body: encodeUtf8(JSON.stringify(status)) };
}
