import {
  decodeJson,
  decodeYaml,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  statusBadRequest,
  statusRequestEntityTooLarge,
  statusUnsupportedMediaType,
} from "@kiln/api";
import type { Context } from "../context.ts";
import { BodyTooLarge } from "./message.ts";

/** Kubernetes' limit of a request's body. */
export const MAX_BODY_BYTES: number = 3 * 1024 * 1024;

/** What custom resources may be sent as; built-in kinds will take protobuf too. */
export const OBJECT_MEDIA_TYPES: readonly string[] = ["application/json", "application/yaml"];

export interface DecodedBody {
  readonly object: JsonObject;
  /** Fields given twice, in the words of field validation: `duplicate field "spec.a"`. */
  readonly duplicates: readonly string[];
}

export async function readBodyBytes(context: Context): Promise<Uint8Array> {
  try {
    return await context.request.readBody(MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      throw statusRequestEntityTooLarge(`limit is ${MAX_BODY_BYTES}`);
    }
    throw error;
  }
}

/** The media type without its parameters, in lower case. */
export function contentTypeOf(context: Context): string {
  const header = context.request.headers["content-type"] ?? "";
  return (header.split(";")[0] as string).trim().toLowerCase();
}

export async function readObjectBody(context: Context): Promise<DecodedBody> {
  const mediaType = contentTypeOf(context) || "application/json";
  if (!OBJECT_MEDIA_TYPES.includes(mediaType)) {
    throw statusUnsupportedMediaType(OBJECT_MEDIA_TYPES);
  }
  return decodeObject(await readBodyBytes(context), mediaType);
}

function decodeObject(bytes: Uint8Array, mediaType: string): DecodedBody {
  const { value, duplicates } = decodeOrRefuse(bytes, mediaType);
  if (!isJsonObject(value)) {
    throw statusBadRequest(`couldn't get version/kind; json parse error: json: cannot unmarshal ${describe(value)}`);
  }
  return { object: value, duplicates };
}

function decodeOrRefuse(bytes: Uint8Array, mediaType: string): { value: JsonValue; duplicates: readonly string[] } {
  try {
    const { value, duplicates } = mediaType === "application/yaml" ? decodeYaml(bytes) : decodeJson(bytes);
    const named = mediaType === "application/yaml" ? duplicates : duplicates.map((path) => `duplicate field "${path}"`);
    return { value, duplicates: named };
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw statusBadRequest(`couldn't get version/kind; json parse error: ${error.message}`);
    }
    throw error;
  }
}

function describe(value: JsonValue): string {
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return `${kind} into Go value of type struct`;
}
