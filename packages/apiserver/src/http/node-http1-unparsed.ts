import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import type { Connection } from "./node-connection.ts";
import { Exchange } from "./node-exchange.ts";
import type { Listening } from "./node-listening.ts";

interface Unparsed {
  readonly error: Error & { readonly code?: string; readonly rawPacket?: Buffer };
  readonly socket: Duplex;
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * A request that Node's parser gives up on: says so in a line and closes. A method nobody has heard of is no fault of
 * the client's, and gets the answer that the server has for it.
 */
export async function answerUnparsed(listening: Listening, connection: Connection, unparsed: Unparsed): Promise<void> {
  const { error, socket } = unparsed;
  socket.on("error", () => socket.destroy());
  const hasMethod = error.code === "HPE_INVALID_METHOD";
  const answer = hasMethod ? await handleMethod(listening, connection, unparsed).catch(listening.onBroken) : undefined;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const line =
    (Object.hasOwn(STATUS_LINES, error.code ?? "") && STATUS_LINES[error.code as string]) || "400 Bad Request";
  socket.end(answer ?? plain(line));
}

function plain(line: string): string {
  return `HTTP/1.1 ${line}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n${line}`;
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r\n/;

async function handleMethod(listening: Listening, connection: Connection, { error, socket }: Unparsed) {
  const match = REQUEST_LINE.exec(error.rawPacket?.toString("latin1") ?? "");
  if (match === null) {
    return undefined;
  }
  const exchange = new Exchange({
    method: match[1] as string,
    target: match[2] as string,
    headers: {},
    rawHeaders: [],
    connection,
    incoming: Readable.from([]),
    outgoing: socket,
  });
  const { status, headers, body } = await listening.handle(exchange);
  if (!(body instanceof Uint8Array)) {
    return undefined;
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}\r\n`),
  );
  const head = `HTTP/1.1 ${status} \r\n${lines.join("")}connection: close\r\ncontent-length: ${body.byteLength}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}
