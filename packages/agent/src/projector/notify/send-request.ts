import { createHmac } from "node:crypto";
import { type Clock, encodeUtf8 } from "@kiln/api";
import { wait } from "@kiln/client";
import { sendHttp } from "../send-http.ts";
import type { Notification } from "./notifier.ts";

export interface RequestOptions {
  readonly url: URL;
  readonly method: string;
  /** JSON body. A POST without one gets a list of the changed folders. */
  readonly payload: string | undefined;
  readonly authorization: string | undefined;
  /** Key shared with the receiver, which verifies sender, content and time of a request with it. */
  readonly hmacKey: Uint8Array | undefined;
  /** Number of retries after the first attempt. */
  readonly retries: number;
  readonly backoffSeconds: number;
  readonly timeoutMs: number;
  readonly isInsecure: boolean;
  readonly skipsFirst: boolean;
  readonly clock: Clock;
}

const MAX_ANSWER_BYTES = 1024 * 1024;

export function createRequest(options: RequestOptions): Notification {
  return {
    means: "request",
    skipsFirst: options.skipsFirst,
    async tell({ folders }, signal) {
      const payload = options.payload ?? (options.method === "GET" ? undefined : JSON.stringify({ folders }));
      for (let attempt = 0; ; attempt++) {
        try {
          await sendOnce(options, payload === undefined ? undefined : encodeUtf8(payload), signal);
          return;
        } catch (error) {
          if (attempt >= options.retries || signal.aborted) {
            throw error;
          }
        }
        await wait(options.clock, options.backoffSeconds * 1000 * 2 ** attempt, signal);
      }
    },
  };
}

async function sendOnce(options: RequestOptions, body: Uint8Array | undefined, signal: AbortSignal): Promise<void> {
  const { url, method, authorization, hmacKey, timeoutMs, isInsecure, clock } = options;
  const headers: Record<string, string> = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(body.length) }),
    ...(hmacKey === undefined ? {} : sign(hmacKey, clock.now(), body)),
  };
  const { status } = await sendHttp({
    ...{ url, method, headers, body, timeoutMs, maxBytes: MAX_ANSWER_BYTES, isInsecure, signal },
  });
  if (status >= 400) {
    throw new Error(`${url.origin}${url.pathname} answered with status ${status}`);
  }
}

/** Signs time and body, so that a recorded request cannot be replayed later. */
function sign(key: Uint8Array, now: Date, body: Uint8Array | undefined): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const mac = createHmac("sha256", key).update(`${timestamp}.`);
  if (body !== undefined) {
    mac.update(body);
  }
  return { "x-kiln-timestamp": timestamp, "x-kiln-signature": `sha256=${mac.digest("hex")}` };
}
