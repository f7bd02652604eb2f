import { once } from "node:events";
import { createServer } from "node:net";
import { connect } from "node:tls";
import { openMany, openRaw, openTcp } from "../raw-connection.ts";
import type { Row, Target } from "../row.ts";

/** First message of a real TLS client, which is sent again without the client's cost for the response. */
async function recordClientHello(): Promise<Buffer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const client = connect({ host: "127.0.0.1", port, ALPNProtocols: ["h2"] });
  client.on("error", () => {});
  const [socket] = await once(server, "connection");
  const [hello] = await once(socket, "data");
  client.destroy();
  socket.destroy();
  server.close();
  return hello;
}

/** Makes the server compute keys and signatures on many connections, and never continues the handshake. */
async function replayHellos(target: Target): Promise<readonly string[]> {
  const hello = await recordClientHello();
  for (let sent = 0; sent < 6000 * target.scale && target.leftMs() > 0; sent += 600) {
    const clients = await openMany(600, () => openTcp(target));
    await Promise.all(clients.map((client) => client.send(hello)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const client of clients) {
      client.destroy();
    }
  }
  return [];
}

async function reconnect(target: Target): Promise<readonly string[]> {
  for (let sent = 0; sent < 1500 * target.scale && target.leftMs() > 0; sent += 100) {
    const clients = await openMany(100, () => openRaw(target, { alpn: "h2" }));
    for (const client of clients) {
      client.destroy();
    }
  }
  return [];
}

export const handshakeRows: readonly Row[] = [
  {
    name: "handshake-replay",
    identity: "anonymous",
    sends: "TLS: 6,000 ClientHello messages, 600 connections at once, and nothing after them",
    isShort: true,
    attack: replayHellos,
  },
  {
    name: "handshake-reconnect",
    identity: "anonymous",
    sends: "TLS: 1,500 connections that are closed when the handshake is done",
    attack: reconnect,
  },
];
