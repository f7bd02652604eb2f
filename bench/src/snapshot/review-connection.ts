import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";

/**
 * A connection that sends the same request repeatedly, one after the other. It implements the little of HTTP/1.1 that
 * this needs: Node's client costs more than the webhook that is measured.
 */
export class ReviewConnection {
  readonly #socket: TLSSocket;
  readonly #request: Buffer;
  #answer = "";
  #resolve: (() => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  private constructor(socket: TLSSocket, request: Buffer) {
    this.#socket = socket;
    this.#request = request;
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => this.#hear(chunk));
    socket.on("error", (error) => this.#reject?.(error));
    socket.on("close", () => this.#reject?.(new Error("the webhook closed the connection")));
  }

  static async open(
    target: { readonly port: number; readonly ca: string },
    request: Buffer,
  ): Promise<ReviewConnection> {
    const socket = connect({ host: "127.0.0.1", port: target.port, ca: target.ca });
    await once(socket, "secureConnect");
    socket.setNoDelay(true);
    return new ReviewConnection(socket, request);
  }

  /** Sends the request. Must not be called again before it has resolved. */
  ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(this.#request);
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #hear(chunk: string): void {
    this.#answer += chunk;
    const end = this.#answer.indexOf("\r\n\r\n");
    if (end < 0) {
      return;
    }
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.#answer) ?? [];
    if (!this.#answer.startsWith("HTTP/1.1 200 ") || length === undefined) {
      this.#reject?.(new Error(`the webhook answered ${this.#answer.slice(0, end)}`));
      return;
    }
    if (this.#answer.length >= end + 4 + Number(length)) {
      this.#answer = "";
      this.#resolve?.();
    }
  }
}
