import type { Clock, Logger } from "@kiln/api";
import { createSparingLog, type LoggedRequest, type RequestLog } from "@kiln/apiserver";
import type { LogFormat } from "./create-logger.ts";

export interface RequestLogOptions {
  /** Whether to log every request; otherwise only rejected writes are logged, at a limited rate. */
  readonly isVerbose: boolean;
  readonly format: LogFormat;
  readonly log: Logger;
  readonly clock: Pick<Clock, "monotonicMs">;
}

/** Creates the log of requests, one line each: fields in JSON, a sentence in text. */
export function openRequestLog({ isVerbose, format, log, clock }: RequestLogOptions): RequestLog {
  const print = (level: "info" | "warn") => (request: object) => {
    if (format === "json") {
      log[level](request, "request");
    } else {
      log[level]({}, printRequest(request as LoggedRequest & Suppressed));
    }
  };
  const sparing = createSparingLog({ ...log, warn: print("warn") }, clock);
  return { isVerbose, write: isVerbose ? print("info") : (request) => sparing.warn(request, "request refused") };
}

interface Suppressed {
  /** Number of lines that the rate limit dropped before this one. */
  readonly suppressed?: number;
}

/** Formats a request as `alice create configmaps default/settings: 403 in 2 ms: configmaps is forbidden ...` */
export function printRequest(request: LoggedRequest & Suppressed): string {
  const { user, verb, object, code, ms, message, mutatedBy = [], failedOpen = [], suppressed = 0 } = request;
  const notes = [
    ...mutatedBy.map((name) => `changed by webhook ${name}`),
    ...failedOpen.map((name) => `webhook ${name} failed and was ignored`),
    ...(message === undefined ? [] : [message.replaceAll(/\s*\n\s*/g, " ")]),
    ...(suppressed === 0 ? [] : [`${suppressed} like it were not logged; -v logs every request`]),
  ];
  return [`${user || "unknown"} ${verb} ${object}: ${code} in ${ms} ms`, ...notes].join(": ");
}
