import {
  decodeJson,
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
  const decode = mediaType === "application/yaml" ? await openYamlDecoder() : decodeNamedJson;
  return decodeObject(await readBodyBytes(context), decode);
}

interface Decoded {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

type Decode = (bytes: Uint8Array) => Decoded;

/** The YAML library is loaded by the first request that needs it: it costs more than the rest of the server. */
async function openYamlDecoder(): Promise<Decode> {
  const { decodeYaml } = await import("@kiln/api/yaml");
  return decodeYaml;
}

function decodeNamedJson(bytes: Uint8Array): Decoded {
  const { value, duplicates } = decodeJson(bytes);
  return { value, duplicates: duplicates.map((path) => `duplicate field "${path}"`) };
}

function decodeObject(bytes: Uint8Array, decode: Decode): DecodedBody {
  const { value, duplicates } = decodeOrRefuse(bytes, decode);
  if (!isJsonObject(value)) {
    throw statusBadRequest(`couldn't get version/kind; json parse error: json: cannot unmarshal ${describe(value)}`);
  }
  return { object: value, duplicates };
}

function decodeOrRefuse(bytes: Uint8Array, decode: Decode): Decoded {
  try {
    return decode(bytes);
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
