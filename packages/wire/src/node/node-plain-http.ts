import type { Socket } from "node:net";
import type { Server } from "node:tls";

const HEARD_HTTP = "ERR_SSL_HTTP_REQUEST";
/** Kubernetes: the answer of Go's TLS listener to plain HTTP (net/http/server.go serve, Go 1.26). */
const ANSWER = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Answers plain HTTP requests on the HTTPS port with an error in plain text; after any other failed handshake the
 * connection is closed.
 */
export function answerPlainHttp(tls: Server): void {
  // Sockets below TLS: a failed handshake leaves no other way to send an answer.
  const below = new Map<string, Socket>();
  tls.on("connection", (socket: Socket) => {
    const name = nameOf(socket);
    below.set(name, socket);
    socket.once("close", () => below.delete(name));
  });
  tls.on("secureConnection", (socket) => below.delete(nameOf(socket)));
  tls.on("tlsClientError", (error: Error & { readonly code?: string }, socket) => {
    if (error.code === HEARD_HTTP) {
      below.get(nameOf(socket))?.end(ANSWER);
    }
    socket.destroy();
  });
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
