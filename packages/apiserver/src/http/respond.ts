import { encodeJson, type JsonObject, StatusError, statusInternalError } from "@kiln/api";
import type { Logger } from "../services.ts";
import type { ApiRequest, ApiResponse, ResponseHeaders } from "./message.ts";
import { encodeFailure } from "./negotiate.ts";

export function jsonResponse(status: number, body: Uint8Array): ApiResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

export function objectResponse(status: number, object: JsonObject): ApiResponse {
  return jsonResponse(status, encodeJson(object));
}

export function textResponse(status: number, text: string): ApiResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: new TextEncoder().encode(text) };
}

/** The one place where whatever was thrown becomes an answer. What nobody foresaw is logged with its cause. */
export function errorResponse(
  error: unknown,
  log: Logger,
  request: Pick<ApiRequest, "headers" | "target">,
): ApiResponse {
  const status = error instanceof StatusError ? error : unforeseen(error, log);
  const query = new URLSearchParams(request.target.split("?")[1] ?? "");
  const { contentType, body } = encodeFailure(status.status, request.headers, query);
  const response = { status: status.status.code ?? 500, headers: { "content-type": contentType }, body };
  const retryAfter = status.status.details?.retryAfterSeconds;
  return retryAfter === undefined
    ? response
    : { ...response, headers: { ...response.headers, "retry-after": String(retryAfter) } };
}

function unforeseen(error: unknown, log: Logger): StatusError {
  log.error({ err: error }, "a request failed in a way that nobody foresaw");
  return statusInternalError(error instanceof Error ? error.message : String(error), error);
}

/** Warning headers, one each: `299 - "text"`. */
export function withWarnings(response: ApiResponse, warnings: readonly string[]): ApiResponse {
  if (warnings.length === 0) {
    return response;
  }
  const unique = [...new Set(warnings)];
  const warning = unique.map((text) => `299 - "${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  const headers: ResponseHeaders = { ...response.headers, warning };
  return { ...response, headers };
}
