import { statusBadRequest, statusRequestEntityTooLarge } from "@kiln/api";
import type { Context } from "../context.ts";
import { enterIfLarge } from "../large-requests.ts";
import { BodyTooLarge, ClientGone } from "./message.ts";

/** Kubernetes' limit of a request's body. */
const MAX_BODY_BYTES: number = 3 * 1024 * 1024;

/** What objects may be sent as, besides protobuf, which is for built-in kinds only. */
export const OBJECT_MEDIA_TYPES: readonly string[] = ["application/json", "application/yaml"];

export async function readBodyBytes(context: Context): Promise<Uint8Array> {
  try {
    const bytes = await context.request.readBody(MAX_BODY_BYTES);
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

/** The media type without its parameters, in lower case. */
export function contentTypeOf(context: Context): string {
  const header = context.request.headers["content-type"];
  return header === undefined ? "" : (header.split(";", 1)[0] as string).trim().toLowerCase();
}
