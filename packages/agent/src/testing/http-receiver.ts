import http from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the server never responds. */
  readonly isSilent?: boolean;
}

/** A web server on a free loopback port that records the requests it gets. */
export interface HttpReceiver {
  readonly url: string;
  readonly server: http.Server;
  readonly received: readonly ReceivedRequest[];
  close(): void;
}

export async function startHttpReceiver(answer: (request: ReceivedRequest) => ReceiverAnswer): Promise<HttpReceiver> {
  const received: ReceivedRequest[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const { method = "", url = "", headers } = request;
    const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(seen);
    const { status = 200, headers: sent = {}, body = "", isSilent = false } = answer(seen);
    if (!isSilent) {
      response.writeHead(status, sent);
      response.end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
