import http from "node:http";
import https from "node:https";
import { gatherBytes } from "@kiln/api";

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Total timeout of the exchange, until the last byte of the response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly isInsecure?: boolean;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Uint8Array;
}

/** One HTTP request. Follows no redirect, and reads at most the allowed bytes. */
export function sendHttp(request: HttpRequest): Promise<HttpAnswer> {
  const { url, method, headers = {}, body, timeoutMs, maxBytes, isInsecure = false } = request;
  return new Promise((resolve, reject) => {
    const { request: begin } = url.protocol === "https:" ? https : http;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([late, ...(request.signal === undefined ? [] : [request.signal])]);
    const options = { method, headers, signal, rejectUnauthorized: !isInsecure };
    const sent = begin(url, options, (answer) => {
      const gathered = gatherBytes(maxBytes);
      answer.on("data", (chunk: Buffer) => {
        const fault = gathered.add(chunk);
        if (fault !== undefined) {
          reject(new Error(`the response of ${url.origin} ${fault}`));
          sent.destroy();
        }
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body: gathered.bytes() }),
      );
      answer.on("error", reject);
    });
    sent.on("error", (error) =>
      reject(late.aborted ? new Error(`${url.origin} did not answer within ${timeoutMs} ms`) : error),
    );
    // Node reports no error of a server that switches protocols unasked.
    sent.once("close", () => reject(new Error(`${url.origin} closed the connection without a response`)));
    sent.end(body);
  });
}
