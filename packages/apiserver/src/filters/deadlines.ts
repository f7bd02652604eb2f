import { type Clock, encodeUtf8, type Timer } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";
import { tooLate } from "../request/too-late.ts";

/** Returns 504 for requests that exceed their time limit; their work continues, and its result is dropped. */
export interface Deadlines {
  /** Returns the response, or a 504 after `timeoutMs`. `answer` never rejects. */
  limit(context: Context, timeoutMs: number, answer: Promise<ApiResponse>): Promise<ApiResponse>;
  /** Stops all timers. */
  close(): void;
}

interface Waiting {
  readonly context: Context;
  readonly untilMs: number;
  readonly resolve: (response: ApiResponse) => void;
}

/** Maximum delay of the 504 after the deadline. */
const SLACK_MS = 1000;

/** Uses one timer for all requests: most are answered before a timer of their own would fire. */
export function createDeadlines(clock: Clock): Deadlines {
  const waiting = new Set<Waiting>();
  let timer: Timer | undefined;
  const sweep = () => {
    timer = undefined;
    const now = clock.monotonicMs();
    for (const request of waiting) {
      if (request.untilMs <= now) {
        waiting.delete(request);
        request.resolve(refuse(request.context));
      }
    }
    arm();
  };
  const arm = () => {
    if (timer === undefined && waiting.size > 0) {
      timer = clock.setTimer(SLACK_MS, sweep);
    }
  };
  return {
    limit: (context, timeoutMs, answer) =>
      new Promise((resolve) => {
        const request = { context, untilMs: context.startedMs + timeoutMs, resolve };
        waiting.add(request);
        arm();
        void answer.then((response) => {
          waiting.delete(request);
          resolve(response);
        });
      }),
    close() {
      waiting.clear();
      timer?.cancel();
    },
  };
}

/**
 * Kubernetes: a Status without kind and apiVersion, in plain text for any Accept (server/filters/timeout.go
 * baseTimeoutWriter.timeout, v1.36).
 */
function refuse({ auditId = "" }: Context): ApiResponse {
  const { kind: _, apiVersion: __, ...status } = tooLate().status;
  return {
    status: 504,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "audit-id": auditId,
      "cache-control": "no-cache, private",
    },
    body: encodeUtf8(`${JSON.stringify(status)}\n`),
  };
}
