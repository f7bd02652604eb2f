import type { Socket } from "node:net";
import { countInterim, type GatheredBytes, gatherBytes } from "@kiln/api";
import type { buildConnector, Client, Dispatcher } from "undici";
import type { WebhookReply } from "./transport.ts";

export interface Sending {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
  /** Name that the webhook's certificate must have; absent if that is the address. */
  readonly serverName: string | undefined;
  /** Size limit of the response's body. */
  readonly maxBytes: number;
}

export interface HttpResponse extends WebhookReply {
  readonly location: string | undefined;
}

/** Response that cannot be used. The message is that of a Go client. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}

export interface ConnectionOptions {
  readonly Client: typeof Client;
  readonly origin: string;
  readonly connector: buildConnector.connector;
  readonly idleMs: number;
  /** Called once, when no further request can be sent. */
  readonly onClosed: () => void;
}

/** A connection over which requests are sent one after the other. */
export class NodeConnection {
  readonly #client: Client;
  readonly #onClosed: () => void;
  #socket: Socket | undefined;
  /** Whether a response was received over the connection. */
  hasAnswered = false;
  #isOpen = true;
  #isBusy = false;

  constructor({ Client, origin, connector, idleMs, onClosed }: ConnectionOptions) {
    this.#onClosed = onClosed;
    this.#client = new Client(origin, {
      connect: (options, callback) => {
        this.#socket = connector(options, callback) as unknown as Socket;
      },
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Callers have their own timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on("disconnect", () => {
      // A request that was not sent yet is sent over a new connection of the client.
      if (!this.#isBusy) {
        this.destroy();
      }
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Requires that no other request is under way. Rejects with a {@link ResponseError} or the socket's error. */
  send({ serverName, ...request }: Sending): Promise<HttpResponse> {
    this.#isBusy = true;
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader(request.maxBytes, {
        resolve: (response) => {
          this.#isBusy = false;
          this.hasAnswered = true;
          resolve(response);
        },
        reject: (error) => {
          this.#isBusy = false;
          reject(error);
        },
      });
      this.#client.dispatch(
        {
          method: request.method as Dispatcher.HttpMethod,
          path: request.path,
          headers: request.headers as string[],
          body: request.body ?? null,
          ...(serverName === undefined ? {} : { servername: serverName }),
        },
        reader,
      );
    });
  }

  /** Ends the connection, and the request under way with the error. */
  destroy(error = new Error("aborted")): void {
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#client.destroy(error).catch(() => {});
      // A client does not end a connection that it is still opening.
      this.#socket?.destroy();
      this.#onClosed();
    }
  }
}

interface Outcome {
  resolve(response: HttpResponse): void;
  reject(error: Error): void;
}

/** Collects a response. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #outcome: Outcome;
  readonly #body: GatheredBytes;
  #status = 0;
  readonly #countInterim = countInterim();
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};

  constructor(maxBytes: number, outcome: Outcome) {
    this.#outcome = outcome;
    this.#body = gatherBytes(maxBytes);
  }

  // undici calls it, and takes an object without it for one of an older version.
  onRequestStart(): void {}

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    this.#headers = headers;
    const fault = status < 200 ? this.#countInterim() : undefined;
    if (fault !== undefined) {
      this.#refuse(controller, fault);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const fault = this.#body.add(chunk);
    if (fault !== undefined) {
      this.#refuse(controller, new ResponseError(`the response ${fault}`));
    }
  }

  #refuse(controller: Dispatcher.DispatchController, error: Error): void {
    this.#outcome.reject(error);
    controller.abort(error);
  }

  onResponseEnd(): void {
    this.#outcome.resolve({
      status: this.#status,
      contentType: firstOf(this.#headers["content-type"]) ?? "",
      location: firstOf(this.#headers.location),
      body: this.#body.bytes(),
    });
  }

  onResponseError(_: unknown, error: Error): void {
    // The head of an informational response is not the beginning of the response.
    const hasBegun = this.#status >= 200;
    this.#outcome.reject(hasBegun ? new ResponseError("unexpected EOF", { cause: error }) : error);
  }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
