import {
  decodeJson,
  decodeUtf8,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Status,
  StatusError,
  statusFromText,
} from "@kiln/api";
import { type ClientResponse, ConnectionError } from "./transport.ts";

/** Maximum size of a response: no API server sends a larger object. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The requested object; throws a StatusError if the response is an error. */
export async function readAnswer(response: ClientResponse): Promise<JsonObject> {
  if (response.status >= 400) {
    throw await toFailure(response);
  }
  const bytes = await readBytes(response.body);
  const value = tryParse(bytes);
  if (!isJsonObject(value)) {
    throw new ConnectionError(`the server answered ${response.status} with something that is no JSON object`);
  }
  return value;
}

/** A failed response as a StatusError: its own Status, or one from its text. */
export async function toFailure(response: ClientResponse): Promise<StatusError> {
  const bytes = await readBytes(response.body);
  const value = tryParse(bytes);
  if (isJsonObject(value) && value.kind === "Status") {
    return new StatusError({ code: response.status, ...value } as Status);
  }
  const said = decodeUtf8(bytes.subarray(0, 1024)).trim();
  return statusFromText(response.status, said);
}

export async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new ConnectionError(`the answer is longer than ${MAX_BYTES} bytes`);
    }
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : joinBytes(chunks, size);
}

export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}

function tryParse(bytes: Uint8Array): JsonValue | undefined {
  try {
    return decodeJson(bytes, { maxBytes: MAX_BYTES }).value;
  } catch {
    return undefined;
  }
}
