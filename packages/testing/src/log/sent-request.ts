import { decodeUtf8, type JsonObject } from "@kiln/api";
import type { Context } from "@kiln/apiserver";

/** A request as its client sent it, to be sent again. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  /** Absent until it is read, and for Secrets. */
  body?: Uint8Array;
}

/** Changes the request: its body is kept when it is read, unless it may hold a Secret. `onBody` is called with its length. */
export function keepSent({ request, info }: Context, onBody: (bytes: number) => void): SentRequest {
  const { method, target, headers } = request;
  const sent: SentRequest = { method, target, contentType: headers["content-type"] ?? "" };
  if (info.resource !== "secrets" || info.group !== "") {
    const read = request.readBody.bind(request);
    request.readBody = async (maxBytes) => {
      const body = await read(maxBytes);
      // A view may keep a larger buffer of the connection.
      sent.body = body.slice();
      onBody(body.byteLength);
      return body;
    };
  }
  return sent;
}

/** For the log: bodies that are text as text, others in base64. */
export function printSent({ body, ...sent }: SentRequest): JsonObject {
  if (body === undefined || body.byteLength === 0) {
    return { ...sent };
  }
  return sent.contentType.includes("protobuf")
    ? { ...sent, base64: Buffer.from(body).toString("base64") }
    : { ...sent, body: decodeUtf8(body) };
}
