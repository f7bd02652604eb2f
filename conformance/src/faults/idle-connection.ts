import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import type { ConnectionOptions } from "../replay/connection.ts";

/** A client's HTTP/2 preface and empty SETTINGS. */
const PREFACE = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.of(0, 0, 0, 4, 0, 0, 0, 0, 0)]);
/** GET https /livez, without entries in HPACK's table. */
const LIVEZ = Buffer.concat([
  Buffer.of(0x82, 0x87, 0x04, 6),
  Buffer.from("/livez"),
  Buffer.of(0x01, 1),
  Buffer.from("a"),
]);

/** A TLS connection that only requests `/livez` from time to time, so that the server does not close it as idle. */
export interface IdleConnection {
  readonly socket: TLSSocket;
  touch(): void;
}

export async function openIdleConnection({ url, ca, cert, key }: ConnectionOptions): Promise<IdleConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ca, cert, key, ALPNProtocols: ["h2"] });
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "secureConnect");
  socket.write(PREFACE);
  let stream = 1;
  return {
    socket,
    touch() {
      const head = Buffer.alloc(9);
      head.writeUIntBE(LIVEZ.length, 0, 3);
      // HEADERS that end headers and stream.
      head[3] = 1;
      head[4] = 5;
      head.writeUInt32BE(stream, 5);
      stream += 2;
      socket.write(Buffer.concat([head, LIVEZ]));
    },
  };
}
