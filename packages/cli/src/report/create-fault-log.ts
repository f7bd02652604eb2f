import type { Logger } from "@kiln/api";
import { ConnectionError } from "@kiln/client";
import { explainSystemError } from "./explain-system-error.ts";

export interface FaultLogOptions {
  readonly log: Logger;
  /** URL of the API server. */
  readonly url: string;
  readonly now?: () => number;
}

/** Interval of repeated messages. A controller fails once for each of its kinds while the server is unreachable. */
const REMINDER_MS = 60_000;

/** Creates a logger of errors. An unreachable API server is logged once, without a stack, and again after a minute. */
export function createFaultLog(options: FaultLogOptions): (error: unknown, what: string) => void {
  const { log, url, now = () => performance.now() } = options;
  let told = "";
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error, what) => {
    if (!(error instanceof ConnectionError)) {
      log.error({ err: error }, what);
      return;
    }
    const why = explainSystemError(error.cause);
    const line = why === undefined ? `${what}: ${error.message}` : `waiting for the API server at ${url}: ${why}`;
    if (line !== told || now() - toldAt >= REMINDER_MS) {
      told = line;
      toldAt = now();
      log.warn({}, line);
    }
  };
}
