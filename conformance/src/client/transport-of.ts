import { decodeUtf8 } from "@kiln/api";
import type { TestServer } from "@kiln/apiserver/testing";
import { ConnectionError, type Transport } from "@kiln/client";

/** Transport to a server in this process, whose connection a test can cut. */
export interface CuttableTransport extends Transport {
  /** Ends requests in flight; further requests fail until it is restored. */
  cut(): void;
  mend(): void;
  /** Requests so far as `METHOD path`, without the query. */
  readonly asked: readonly string[];
}

export function transportOf(server: TestServer): CuttableTransport {
  let isCut = false;
  let connection = new AbortController();
  const asked: string[] = [];
  return {
    asked,
    async send({ method, target, headers, body, signal }) {
      asked.push(`${method} ${target.replace(/\?.*/, "")}`);
      if (isCut) {
        throw new ConnectionError("cut");
      }
      const ended = AbortSignal.any([connection.signal, ...(signal === undefined ? [] : [signal])]);
      const response = await server.open(method, target, {
        headers,
        signal: ended,
        ...(body === undefined ? {} : { body: decodeUtf8(body) }),
      });
      const { body: content = new Uint8Array() } = response;
      const answer = content instanceof Uint8Array ? pieces(content) : untilAborted(content, ended);
      return { status: response.status, headers: response.headers as Record<string, string>, body: answer };
    },
    cut() {
      isCut = true;
      connection.abort();
    },
    mend() {
      isCut = false;
      connection = new AbortController();
    },
    close: () => connection.abort(),
  };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Body that ends with an error when the connection is cut, whatever the server would still send. */
async function* untilAborted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const lost = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new ConnectionError("lost")), { once: true });
  });
  lost.catch(() => {});
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), lost]);
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    void iterator.return?.();
  }
}
