import { decodeUtf8, encodeUtf8, type JsonObject } from "@kiln/api";
import { type ApiRequest, type ApiResponse, BodyTooLarge, EXCHANGE_OVER, type RequestHeaders } from "@kiln/wire";

/** A request inside this process. A string body is sent as it is, an object as JSON. */
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
  /** Body decoded as JSON; undefined if it is not JSON. */
  readonly json: JsonObject | undefined;
}

/** Requests of the process itself have the administrator's identity. */
const ADMIN = { commonName: "kiln-testing", organizations: ["system:masters"], fingerprint: "kiln-testing" };

/** A request and the function that ends its exchange. */
export interface LocalExchange {
  readonly request: ApiRequest;
  /** Must be called when the response is read or no longer needed. May be called more than once. */
  end(): void;
}

/** Opens an exchange. It ends with `end()`, or when the signal of the request is aborted. */
export function openExchange(request: LocalRequest): LocalExchange {
  const opened = new OpenedRequest(request);
  return { request: opened, end: opened.end };
}

class OpenedRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly peerCertificate?: typeof ADMIN;
  readonly #body: Uint8Array;
  readonly #given: AbortSignal | undefined;
  readonly #listeners = new Set<() => void>();
  #isOver: boolean;
  #controller: AbortController | undefined;

  constructor({ method, target, body, headers = {}, signal }: LocalRequest) {
    this.method = method;
    this.target = target;
    const type: RequestHeaders = typeof body === "object" ? { "content-type": "application/json" } : {};
    this.headers = { ...type, ...headers };
    if (headers.authorization === undefined) {
      this.peerCertificate = ADMIN;
    }
    this.#body =
      body instanceof Uint8Array ? body : encodeUtf8(typeof body === "object" ? JSON.stringify(body) : (body ?? ""));
    this.#given = signal;
    this.#isOver = signal?.aborted === true;
    if (!this.#isOver) {
      signal?.addEventListener("abort", this.end, { once: true });
    }
  }

  /** Created on first use, because most requests never need it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isOver) {
      this.#controller.abort(EXCHANGE_OVER);
    }
    return this.#controller.signal;
  }

  whenOver(listener: () => void): void {
    if (this.#isOver) {
      listener();
    } else {
      this.#listeners.add(listener);
    }
  }

  async readBody(maxBytes: number): Promise<Uint8Array> {
    if (this.#body.byteLength > maxBytes) {
      throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    }
    return this.#body;
  }

  readonly end = (): void => {
    this.#isOver = true;
    this.#given?.removeEventListener("abort", this.end);
    const waiting = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of waiting) {
      listener();
    }
    this.#controller?.abort(EXCHANGE_OVER);
  };
}

/** ApiRequest of a local request. Its exchange ends when the signal is aborted. */
export function toApiRequest(request: LocalRequest): ApiRequest {
  return openExchange(request).request;
}

/** Sends a request to a server of this process and reads the whole answer. */
export async function sendLocal(
  server: { handle(request: ApiRequest): Promise<ApiResponse> },
  request: LocalRequest,
): Promise<LocalAnswer> {
  const exchange = openExchange(request);
  try {
    const { status, body = new Uint8Array() } = await server.handle(exchange.request);
    const text = body instanceof Uint8Array ? decodeUtf8(body) : await readText(body);
    return { status, text, json: tryParse(text) };
  } finally {
    exchange.end();
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
