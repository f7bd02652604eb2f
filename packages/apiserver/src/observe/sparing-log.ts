import type { Clock, Logger } from "@kiln/api";

/** Maximum lines of one message within {@link LOG_WINDOW_MS}; the next line has the number of suppressed ones. */
export const MAX_LOG_LINES = 10;
export const LOG_WINDOW_MS = 10_000;
/** Maximum number of messages that are counted separately. */
const MAX_MESSAGES = 200;

interface Window {
  readonly startedMs: number;
  logged: number;
  suppressed: number;
}

/** Logger that limits repeated warnings and errors: every failed request could write a line with a stack. */
export function createSparingLog(log: Logger, clock: Pick<Clock, "monotonicMs">): Logger {
  const windows = new Map<string, Window>();
  const write = (level: "warn" | "error", fields: object, message: string) => {
    const nowMs = clock.monotonicMs();
    const known = windows.get(message);
    if (known !== undefined && nowMs - known.startedMs < LOG_WINDOW_MS) {
      if (known.logged === MAX_LOG_LINES) {
        known.suppressed++;
      } else {
        known.logged++;
        log[level](fields, message);
      }
      return;
    }
    if (windows.size >= MAX_MESSAGES) {
      windows.clear();
    }
    windows.set(message, { startedMs: nowMs, logged: 1, suppressed: 0 });
    const suppressed = known?.suppressed ?? 0;
    log[level](suppressed === 0 ? fields : { ...fields, suppressed }, message);
  };
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => write("warn", fields, message),
    error: (fields, message) => write("error", fields, message),
  };
}
