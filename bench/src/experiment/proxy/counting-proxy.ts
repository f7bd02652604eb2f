import type { AddressInfo } from "node:net";
import { connect, createServer, type TLSSocket } from "node:tls";
import { createHuffmanDecoder } from "@kiln/wire";
import { tapConnection } from "./tap-connection.ts";
import { createTrafficCount, type Traffic } from "./traffic-count.ts";

export interface ProxyOptions {
  /** The server's own, in PEM: clients are to notice no difference. */
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** Where the server listens on this machine. */
  readonly port: number;
}

/** Stands before a server and counts. */
export interface CountingProxy {
  readonly port: number;
  read(): Traffic;
  close(): Promise<void>;
}

/**
 * One connection of a client is one connection to the server, and every byte passes as it is: limits of streams,
 * windows and pings are agreed between the two ends. The proxy only looks on. Clients must prove who they are with a
 * token; certificates end here.
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
  // A client that gives up during the handshake is no news.
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

/** A side that reads slowly slows the other down; a side that goes takes the other with it. */
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
