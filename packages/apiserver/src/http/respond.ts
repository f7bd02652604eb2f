import { encodeJson, encodeUtf8, type Logger, type Status, StatusError, statusInternalError } from "@kiln/api";
import type { Protobuf } from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { type ApiRequest, type ApiResponse, ClientGone, type RequestHeaders, type ResponseHeaders } from "@kiln/wire";
import type { RequestServices } from "../request/request-services.ts";
import { tooLate } from "../request/too-late.ts";
import { encodeTree } from "./encode-tree.ts";
import { CONTENT_TYPES, chooseMediaForm } from "./media-form.ts";

export function jsonResponse(status: number, body: Uint8Array): ApiResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

export function textResponse(status: number, text: string): ApiResponse {
  const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status, headers, body: encodeUtf8(text) };
}

/** Kubernetes: an unknown path gets a plain 404 without a Status (server/mux/pathrecorder.go ServeHTTP, v1.36). */
export function pageNotFound(): ApiResponse {
  return textResponse(404, "404 page not found\n");
}

/**
 * Converts any thrown value into a response; the only function that does. An unexpected error is logged with its cause.
 */
export function errorResponse(
  error: unknown,
  { log, protobuf }: Pick<RequestServices, "log" | "protobuf">,
  request: Pick<ApiRequest, "headers" | "target">,
): ApiResponse {
  const status =
    error instanceof StatusError ? error : error instanceof ClientGone ? tooLate() : unforeseen(error, log);
  const query = new URLSearchParams(request.target.split("?")[1] ?? "");
  const { contentType, body } = encodeFailure(status.status, { headers: request.headers, query }, protobuf);
  const headers: ResponseHeaders = { "content-type": contentType };
  const retryAfter = status.status.details?.retryAfterSeconds;
  if (retryAfter !== undefined) {
    headers["retry-after"] = String(retryAfter);
  }
  return { status: status.status.code ?? 500, headers, body };
}

function unforeseen(error: unknown, log: Logger): StatusError {
  if (isStoreError(error, "unreadable")) {
    // Already logged where the stored value was decoded.
    return statusInternalError(error.message, error);
  }
  log.error({ err: error }, "internal error while serving a request");
  return statusInternalError(error instanceof Error ? error.message : String(error), error);
}

/** Encodes a failure for the client; indented JSON if the client accepts no supported encoding. */
function encodeFailure(
  status: Status,
  { headers, query }: { readonly headers: RequestHeaders; readonly query: URLSearchParams },
  protobuf: Protobuf,
): { readonly contentType: string; readonly body: Uint8Array } {
  const form = chooseMediaForm({ headers, query, allowsTargets: false, hasMessage: () => true });
  return form === undefined
    ? { contentType: CONTENT_TYPES.json, body: encodeJson(status, { pretty: true }) }
    : { contentType: CONTENT_TYPES[form.encoding], body: encodeTree(status, form, protobuf) };
}
