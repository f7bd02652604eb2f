import { statusBadRequest, statusRequestEntityTooLarge } from "@kiln/api";
import { BodyTooLarge, ClientGone } from "@kiln/wire";
import type { Context } from "../request/context.ts";
import { enterIfLarge } from "../request/large-requests.ts";
import { refuseIfLate } from "../request/too-late.ts";
import { SMALL_ANSWER_BYTES } from "../request/unread-bytes.ts";

/** Maximum size of a request's body, as in Kubernetes. */
const MAX_BODY_BYTES: number = 3 * 1024 * 1024;

/** Media types of request bodies for all kinds; built-in kinds accept protobuf as well. */
export const OBJECT_MEDIA_TYPES: readonly string[] = ["application/json", "application/yaml"];

export async function readBodyBytes(context: Context): Promise<Uint8Array> {
  try {
    const waiting = reserveRoom(context);
    if (waiting !== undefined) {
      await waiting;
      refuseIfLate(context);
    }
    const bytes = await context.request.readBody(MAX_BODY_BYTES);
    context.unread?.set(bytes.byteLength);
    if (context.audit !== undefined) {
      context.audit.requestBody = bytes;
    }
    const turn = enterIfLarge(context, bytes.byteLength);
    if (turn !== undefined) {
      await turn;
    }
    return bytes;
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      throw statusRequestEntityTooLarge(`limit is ${MAX_BODY_BYTES}`);
    }
    if (error instanceof ClientGone) {
      throw statusBadRequest("unexpected EOF");
    }
    throw error;
  }
}

/**
 * Assumed size of a body without a Content-Length, which Node's HTTP/2 client omits. Assuming the maximum would make 32
 * small requests at a time wait for each other.
 */
const UNSAID_BODY_BYTES: number = 512 * 1024;

const BODY_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/**
 * Waits until the user's share of buffered bytes has room for a large body; until then flow control keeps it at the
 * client.
 */
function reserveRoom({ request, unread }: Context): Promise<void> | undefined {
  const { "content-length": length } = request.headers;
  const unsaid = BODY_METHODS.has(request.method) ? UNSAID_BODY_BYTES : 0;
  const bytes = length === undefined ? unsaid : Math.min(Number(length) || 0, MAX_BODY_BYTES);
  return bytes > SMALL_ANSWER_BYTES ? unread?.reserve(bytes, { isPatient: false }) : undefined;
}

/** Media type of the Content-Type header without parameters, in lower case. */
export function contentTypeOf(context: Context): string {
  const header = context.request.headers["content-type"];
  const mediaType = (header ?? "").split(";", 1)[0] as string;
  // A header without a media type is not the default, but an unknown type.
  return mediaType.trim().toLowerCase() || (header ?? "").trim();
}
