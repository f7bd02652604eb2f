import {
  decodeJson,
  decodeJsonSlices,
  decodeUtf8,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  quoteGo,
} from "@kiln/api";
import type { WebhookReply } from "./transport.ts";
import { WebhookCallError } from "./webhook-call-error.ts";

/** Size from which a body is decoded in slices. */
const LARGE_BYTES = 64 * 1024;

/**
 * Decodes the JSON body of a response, a large one in slices; an empty object for `null`. Throws the error of Kubernetes' client for an invalid
 * body.
 */
export function* readReply({ status, contentType, body }: WebhookReply): Generator<undefined, JsonObject, undefined> {
  if (status < 200 || status > 206) {
    throw new WebhookCallError(statusMessageOf(body) ?? describe(status, textOf(contentType, body)), { code: status });
  }
  if (body.byteLength === 0) {
    const type = contentType || "application/json";
    throw new WebhookCallError(`0-length response with status code: ${status} and content type: ${type}`, {});
  }
  const value = (yield* decode(body)) ?? {};
  if (!isJsonObject(value)) {
    const why = `json: cannot unmarshal ${describeGoValue(value)} into Go value of type ${META}`;
    throw new WebhookCallError(`${NO_KIND}${why}`, {});
  }
  const failure = messageOf(value);
  if (failure !== undefined) {
    throw new WebhookCallError(failure, { code: Number(value.code ?? 500) });
  }
  return value;
}

const NO_KIND = "couldn't get version/kind; json parse error: ";
const META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function* decode(body: Uint8Array): Generator<undefined, JsonValue, undefined> {
  try {
    return body.byteLength > LARGE_BYTES ? (yield* decodeJsonSlices(body)).value : decodeJson(body).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) {
      throw error;
    }
    // Kubernetes: a body that does not look like JSON is decoded as YAML, where the empty text is null and a word is a
    // string (util/yaml/decoder.go GuessJSONStream, v1.36).
    const text = decodeUtf8(body).trim();
    if (/^[^[{"':]*$/.test(text) && !text.includes("\n")) {
      return text === "" ? null : text;
    }
    throw new WebhookCallError(NO_KIND + error.message, { cause: error });
  }
}

function statusMessageOf(body: Uint8Array): string | undefined {
  try {
    return messageOf(decodeJson(body).value);
  } catch {
    return undefined;
  }
}

/** Message of a Status that a webhook returned in place of a review. */
function messageOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value) || value.kind !== "Status" || value.apiVersion !== "v1" || value.status === "Success") {
    return undefined;
  }
  return String(value.message ?? "");
}

const MAX_TEXT_BYTES = 2048;

function textOf(contentType: string, body: Uint8Array): string {
  const isText = contentType === "" || contentType.toLowerCase().startsWith("text/");
  return isText ? decodeUtf8(body.subarray(0, MAX_TEXT_BYTES)).trim() : "unknown";
}

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [400, "the server rejected our request for an unknown reason"],
  [401, "the server has asked for the client to provide credentials"],
  [404, "the server could not find the requested resource"],
  [405, "the server does not allow this method on the requested resource"],
  [409, "the server reported a conflict"],
  [422, "the server rejected our request due to an error in our request"],
  [429, "the server has received too many requests and has asked us to try again later"],
  [503, "the server is currently unable to handle the request"],
  [504, "the server was unable to return a response in the time allotted, but may still be processing the request"],
]);

function describe(status: number, text: string): string {
  if (status === 403 || status === 415) {
    return text;
  }
  if (status === 406) {
    const isEmpty = text === "" || text === "unknown";
    return isEmpty ? "the server was unable to respond with a content type that the client supports" : text;
  }
  const known = MESSAGES.get(status);
  if (known !== undefined) {
    return known;
  }
  return status >= 500
    ? `an error on the server (${quoteGo(text)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`;
}
