import { asObject, encodeUtf8, type JsonObject, StatusError } from "@kiln/api";
import { ConnectionError, type Headers, readAnswer, readBytes } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";

/** Administrator's client of a server that was started with `--testing`. */
export interface TestingClient {
  /** Sends a request. Rejects with the server's Status, and with a hint if the server has no forks. */
  send(method: string, path: string, body?: JsonObject): Promise<JsonObject>;
  /** Sends a request as given. Ignores a missing response. */
  sendRaw(request: RawRequest): Promise<void>;
  close(): void;
}

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

export const FORKS_PATH = "/apis/testing.kiln.dev/v1/forks";

/** Client for the server of a kubeconfig; if none is given, that of `KUBECONFIG`, then kubectl's default file. */
export function openServer(kubeconfig: string | undefined): TestingClient {
  const access = loadAccess({ file: kubeconfig });
  const transport = openTransport(access);
  return {
    async send(method, path, body) {
      const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
      const content =
        body === undefined
          ? { headers: {} }
          : { headers: { "content-type": type }, body: encodeUtf8(JSON.stringify(body)) };
      try {
        return asObject(await readAnswer(await transport.send({ method, target: path, ...content })));
      } catch (error) {
        throw explain(error, access.url);
      }
    },
    async sendRaw({ body, ...request }) {
      const bytes = typeof body === "string" ? encodeUtf8(body) : body;
      try {
        await readBytes(
          (await transport.send({ ...request, ...(bytes.byteLength === 0 ? {} : { body: bytes }) })).body,
        );
      } catch (error) {
        if (!(error instanceof ConnectionError)) {
          throw error;
        }
      }
    },
    close: () => transport.close(),
  };
}

function explain(error: unknown, url: string): unknown {
  const { code, message = "" } = error instanceof StatusError ? error.status : {};
  const hasNoForks = code === 404 && !message.startsWith("forks.testing.kiln.dev ");
  if (!hasNoForks) {
    return error;
  }
  const [, fork] = FORK_URL.exec(url) ?? [];
  const reason =
    fork === undefined
      ? "the server has no forks: start it with kiln serve --testing"
      : `the kubeconfig is that of fork ${fork}: --kubeconfig or KUBECONFIG must name that of the base cluster`;
  return new Error(reason, { cause: error });
}

const FORK_URL = /\/clusters\/([^/]+)\/?$/;
