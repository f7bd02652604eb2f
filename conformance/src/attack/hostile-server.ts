import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TEST_CA, TEST_SERVER_CERT, TEST_SERVER_KEY } from "@kiln/api/testing/certificates";

/** A server that Kiln connects to, which answers every request in one way. */
export interface HostileServer {
  readonly port: number;
  /** Authority of its certificate, as clientConfig has it. */
  readonly caBundle: string;
  close(): void;
}

export type Answer = (response: ServerResponse, body: string) => void;

export async function startHostileServer(answer: Answer): Promise<HostileServer> {
  const sockets = new Set<Duplex>();
  const server = createServer({ cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY }, async (request, response) => {
    response.on("error", () => {});
    let body = "";
    try {
      for await (const chunk of request) {
        body += String(chunk);
      }
    } catch {
      return;
    }
    answer(response, body);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    caBundle: Buffer.from(TEST_CA).toString("base64"),
    close() {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

/** Never answers. */
export const hang: Answer = () => {};

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";

/** Writes raw bytes again and again, at the reader's pace, until the connection ends. */
function repeatRaw(response: ServerResponse, head: string, bytes: Buffer): void {
  const socket = response.socket as Socket;
  socket.write(head);
  const write = () => {
    while (!socket.destroyed) {
      if (!socket.write(bytes)) {
        socket.once("drain", write);
        return;
      }
    }
  };
  write();
}

/** A body without an end, in chunks of 64 KiB. */
export const endless: Answer = (response) =>
  repeatRaw(response, HEAD, Buffer.from(`10000\r\n${" ".repeat(65_536)}\r\n`));

/** A body without an end, in chunks of one byte. */
export const tinyChunks: Answer = (response) => repeatRaw(response, HEAD, Buffer.from("1\r\n \r\n".repeat(4096)));

/** A byte every 100 ms. */
export const drip: Answer = (response) => {
  const socket = response.socket as Socket;
  socket.write(HEAD);
  const timer = setInterval(() => socket.write("1\r\n \r\n"), 100);
  socket.once("close", () => clearInterval(timer));
};

/** Headers without an end. */
export const headerBomb: Answer = (response) =>
  repeatRaw(response, "HTTP/1.1 200 OK\r\n", Buffer.from(`x-bomb: ${"a".repeat(1000)}\r\n`.repeat(64)));

/** Interim responses without an end. */
export const interim: Answer = (response) =>
  repeatRaw(response, "", Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(64)));

/** Bytes that are no HTTP. */
export const garbage: Answer = (response) => (response.socket as Socket).end(Buffer.alloc(100_000, 0xff));

/** Switches the protocol although the request did not ask for it. */
export const switches: Answer = (response) => {
  const socket = response.socket as Socket;
  socket.write(
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: anything\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
  );
};

/** Redirects to an address that only the server may reach. */
export const redirectsTo =
  (location: string): Answer =>
  (response) => {
    response.writeHead(307, { location }).end();
  };

export const sends =
  (text: (body: string) => string): Answer =>
  (response, body) => {
    response.writeHead(200, { "content-type": "application/json" }).end(text(body));
  };
