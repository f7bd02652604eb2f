import { once } from "node:events";
import { connect } from "node:tls";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { listen } from "@kiln/wire/node";
import { makeCertificates } from "../replay/make-certificates.ts";

const MAX_BODY_BYTES = 1000;
const PATIENCE_MS = 10_000;
const UNANSWERED = "the connection was not closed";
/** Last request of a client: the server closes after its response. */
const LAST = Buffer.from("GET /the-end HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");

interface Executed {
  readonly method: string;
  readonly target: string;
  readonly user: string | undefined;
}

export interface Http1Target {
  check(input: Buffer): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A real server on a socket, which records the executed requests. */
export async function openHttp1Target(): Promise<Http1Target> {
  const { ca, loopback } = await makeCertificates();
  let executed: Executed[] = [];
  const handle = async (request: ApiRequest): Promise<ApiResponse> => {
    const { method, target, headers } = request;
    executed.push({ method, target, user: headers["impersonate-user"] });
    await request.readBody(MAX_BODY_BYTES).catch(() => {});
    return { status: 200, headers: {}, body: Buffer.from("ok") };
  };
  const tls = { cert: loopback.cert, key: loopback.key, clientCa: ca };
  const listener = await listen({ handle }, { tls, host: "127.0.0.1", port: 0, graceMs: 0 });
  return {
    async check(input) {
      executed = [];
      const socket = connect({ port: listener.port, host: "127.0.0.1", ca, ALPNProtocols: ["http/1.1"] });
      socket.on("error", () => {});
      socket.resume();
      socket.end(Buffer.concat([input, LAST]));
      const timer = setTimeout(() => socket.destroy(new Error(UNANSWERED)), PATIENCE_MS);
      const [isBroken] = await once(socket, "close");
      clearTimeout(timer);
      return isBroken === true && socket.errored?.message === UNANSWERED
        ? UNANSWERED
        : explain(Buffer.concat([input, LAST]).toString("latin1"), executed);
    },
    close: () => listener.close(),
  };
}

/**
 * Error if an executed request is not part of the sent bytes, after the previous one, and with the header that names
 * its user. This finds a line that is executed twice, or without its headers.
 */
function explain(sent: string, executed: readonly Executed[]): string | undefined {
  let from = 0;
  for (const { method, target, user } of executed) {
    const line = `${method} ${target} HTTP/1.`;
    // Node treats several blanks as one.
    const pattern = new RegExp(line.replace(/[^\w ]/g, "\\$&").replaceAll(" ", " +"), "g");
    pattern.lastIndex = from;
    const at = pattern.exec(sent)?.index ?? -1;
    if (at < 0) {
      return `executed ${JSON.stringify(line)}, which is not in the rest of what was sent`;
    }
    from = pattern.lastIndex;
    const end = sent.indexOf("\r\n\r\n", at);
    const said = /\r\nimpersonate-user:[ \t]*([^\r\n]*)/i.exec(sent.slice(at, end < 0 ? undefined : end + 2))?.[1];
    if (said !== undefined && user === undefined) {
      return `executed ${JSON.stringify(line)} without its user ${JSON.stringify(said)}`;
    }
  }
  return undefined;
}

const request = (line: string, headers = "", body = "") => `${line} HTTP/1.1\r\nhost: x\r\n${headers}\r\n${body}`;

/** Pipelined requests, with and without bodies, and with invalid lines. */
export const HTTP1_CORPUS: readonly Buffer[] = [
  request("DELETE /s", "impersonate-user: alice\r\n") + request("FOO /"),
  request("GET /a") + request("POST /b", "content-length: 3\r\n", "abc") + request("GET /c"),
  request("POST /d", "transfer-encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n") + request("GET /e"),
  request("GET /f", "impersonate-user: bob\r\nexpect: 100-continue\r\n") + request("CONNECT x:1"),
  `${request("HEAD /g")}GET /h HTTP/1.0\r\n\r\n`,
  request("PUT /i", "content-length: 20\r\nimpersonate-user: carol\r\n", "GET /in HTTP/1.1\r\n\r\n"),
].map((text) => Buffer.from(text));
