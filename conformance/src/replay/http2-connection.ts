import { once } from "node:events";
import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from "node:http2";
import {
  type Connection,
  type ConnectionOptions,
  headersOf,
  type IncomingAnswer,
  type OutgoingRequest,
} from "./connection.ts";

/** All requests on one connection of HTTP/2. */
export function openHttp2Connection(options: ConnectionOptions): Connection {
  const { url, ca, cert, key } = options;
  const session = connect(url, { ca, cert, key });
  session.on("error", () => {});
  const send = async (outgoing: OutgoingRequest): Promise<IncomingAnswer> => {
    const stream = session.request({
      ...headersOf(outgoing, options.token),
      ":method": outgoing.method,
      ":path": outgoing.target,
    });
    stream.end(outgoing.payload);
    const timer = setTimeout(() => stream.destroy(new Error("no answer in time")), outgoing.timeoutMs);
    try {
      const [received] = (await once(stream, "response")) as [IncomingHttpHeaders];
      return toAnswer(stream, received);
    } finally {
      clearTimeout(timer);
    }
  };
  return { send, close: () => session.destroy() };
}

function toAnswer(stream: ClientHttp2Stream, received: IncomingHttpHeaders): IncomingAnswer {
  const { ":status": status, ...headers } = received;
  stream.on("error", () => {});
  return Object.assign(stream, { headers, statusCode: Number(status) });
}
