import type { AddressInfo } from "node:net";
import { connect, createServer, type TLSSocket } from "node:tls";
import { createHuffmanDecoder } from "@kiln/wire";
import { tapConnection } from "./tap-connection.ts";
import { createTrafficCount, type Traffic } from "./traffic-count.ts";

export interface ProxyOptions {
  /** Certificate of the server as PEM, which clients see unchanged. */
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** Port of the server on this machine. */
  readonly port: number;
}

/** Proxy in front of a server that counts requests, watches and bytes. */
export interface CountingProxy {
  readonly port: number;
  read(): Traffic;
  close(): Promise<void>;
}

/**
 * Starts the proxy. Each client connection is one connection to the server, and every byte passes unchanged: both ends
 * negotiate streams, windows and pings, and the proxy only observes. Clients must authenticate by token, because client
 * certificates end at the proxy.
 */
export function startCountingProxy({ cert, key, ca, port }: ProxyOptions): Promise<CountingProxy> {
  const count = createTrafficCount();
  const decodeHuffman = createHuffmanDecoder();
  const sockets = new Set<TLSSocket>();
  const server = createServer({ cert, key, ALPNProtocols: ["h2"] }, (client) => {
    const upstream = connect({ host: "127.0.0.1", port, ca, servername: "localhost", ALPNProtocols: ["h2"] });
    const tap = tapConnection(count, decodeHuffman);
    count.connect(1);
    sockets.add(client);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
    }
    join({ from: client, to: upstream, look: tap.up });
    join({ from: upstream, to: client, look: tap.down });
    client.once("close", () => {
      sockets.delete(client);
      count.connect(-1);
      tap.close();
    });
  });
  // Errors of clients that disconnect during the handshake are ignored.
  server.on("tlsClientError", () => {});
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0, backlog: 4096 }, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        read: count.read,
        close: () => closeAll(server, sockets),
      }),
    );
  });
}

interface Direction {
  readonly from: TLSSocket;
  readonly to: TLSSocket;
  readonly look: (chunk: Buffer) => void;
}

/** Copies bytes at the pace of the slower side. When one side closes, the other is closed too. */
function join({ from, to, look }: Direction): void {
  from.on("data", (chunk: Buffer) => {
    look(chunk);
    if (!to.write(chunk)) {
      from.pause();
      to.once("drain", () => from.resume());
    }
  });
  from.once("close", () => to.destroy());
}

function closeAll(server: ReturnType<typeof createServer>, sockets: ReadonlySet<TLSSocket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) {
      socket.destroy();
    }
  });
}
