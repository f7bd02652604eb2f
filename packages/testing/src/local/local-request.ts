import { decodeUtf8, encodeUtf8, type JsonObject } from "@kiln/api";
import { type ApiRequest, type ApiResponse, BodyTooLarge, EXCHANGE_OVER, type RequestHeaders } from "@kiln/wire";

/** A request of this process. A body of text goes as it is; an object goes as JSON. */
export interface LocalRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body?: JsonObject | string | Uint8Array | undefined;
  readonly headers?: RequestHeaders | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LocalAnswer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; undefined if it is not. */
  readonly json: JsonObject | undefined;
}

/** Requests of the process itself are the administrator's. */
const ADMIN = { commonName: "kiln-testing", organizations: ["system:masters"], fingerprint: "kiln-testing" };

/** Its exchange ends when the signal is aborted. */
export function toApiRequest(request: LocalRequest): ApiRequest {
  const { method, target, body, headers = {}, signal = new AbortController().signal } = request;
  const bytes =
    body instanceof Uint8Array ? body : encodeUtf8(typeof body === "object" ? JSON.stringify(body) : (body ?? ""));
  const type: RequestHeaders = typeof body === "object" ? { "content-type": "application/json" } : {};
  const hasCredential = headers.authorization !== undefined;
  return {
    method,
    target,
    headers: { ...type, ...headers },
    ...(hasCredential ? {} : { peerCertificate: ADMIN }),
    async readBody(maxBytes) {
      if (bytes.byteLength > maxBytes) {
        throw new BodyTooLarge(`more than ${maxBytes} bytes`);
      }
      return bytes;
    },
    signal,
    whenOver(listener) {
      if (signal.aborted) {
        listener();
      }
      signal.addEventListener("abort", listener, { once: true });
    },
  };
}

/** Sends a request to a server of this process and reads the whole answer. */
export async function sendLocal(
  server: { handle(request: ApiRequest): Promise<ApiResponse> },
  request: LocalRequest,
): Promise<LocalAnswer> {
  const over = new AbortController();
  const signal = request.signal === undefined ? over.signal : AbortSignal.any([request.signal, over.signal]);
  try {
    const { status, body = new Uint8Array() } = await server.handle(toApiRequest({ ...request, signal }));
    const text = body instanceof Uint8Array ? decodeUtf8(body) : await readText(body);
    return { status, text, json: tryParse(text) };
  } finally {
    over.abort(EXCHANGE_OVER);
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

function tryParse(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}
