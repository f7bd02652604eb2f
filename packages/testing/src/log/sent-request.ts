import { decodeUtf8, type JsonObject } from "@kiln/api";
import type { Context } from "@kiln/apiserver";

/** A request as its client sent it, so that it can be sent again. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  /** Body of the request; absent until it is read, and for Secrets. */
  body?: Uint8Array;
}

/**
 * Wraps the request so that its body is kept when it is read, unless it may contain a Secret. `onBody` is called with
 * its length.
 */
export function keepSent({ request, info }: Context, onBody: (bytes: number) => void): SentRequest {
  const { method, target, headers } = request;
  const sent: SentRequest = { method, target, contentType: headers["content-type"] ?? "" };
  if (info.resource !== "secrets" || info.group !== "") {
    const read = request.readBody.bind(request);
    const readAndKeep = async (maxBytes: number) => {
      const body = await read(maxBytes);
      // Copied: a view may keep a larger buffer of the connection in memory.
      sent.body = body.slice();
      onBody(body.byteLength);
      return body;
    };
    // Not written in the assignment: V8 allocates such functions among long-lived objects, and this one refers to the
    // whole cluster.
    request.readBody = readAndKeep;
  }
  return sent;
}

/** Request in the log's format: text bodies as text, others in base64. */
export function printSent({ body, ...sent }: SentRequest): JsonObject {
  if (body === undefined || body.byteLength === 0) {
    return { ...sent };
  }
  return sent.contentType.includes("protobuf")
    ? { ...sent, base64: Buffer.from(body).toString("base64") }
    : { ...sent, body: decodeUtf8(body) };
}
