import type { Logger } from "@kiln/api";

type Level = keyof Logger;

/** Log levels in ascending order. */
export const LOG_LEVELS = ["info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Log format: readable lines on a terminal, JSON lines when standard error is piped. */
export function defaultLogFormat(): LogFormat {
  return process.stderr.isTTY ? "text" : "json";
}

/** Creates a logger to standard error. */
export function createLogger(lowest: LogLevel = "info", format: LogFormat = defaultLogFormat()): Logger {
  const write = format === "text" ? printLine : createJsonWriter();
  const least = LOG_LEVELS.indexOf(lowest);
  return fromWrite((level, fields, message) => {
    if (LOG_LEVELS.indexOf(level) >= least) {
      write(level, fields, message);
    }
  });
}

type Write = (level: Level, fields: object, message: string) => void;

function fromWrite(write: Write): Logger {
  const at = (level: Level) => (fields: object, message: string) => write(level, fields, message);
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

/** The logging library is loaded for the first line: a server that logs nothing starts without it. */
function createJsonWriter(): Write {
  let logger: Promise<Logger> | undefined;
  return (level, fields, message) => {
    // A failure to load the library must not be logged with the library.
    logger ??= openPino().catch(() => fromWrite(printLine));
    void logger.then((opened) => opened[level](fields, message));
  };
}

async function openPino(): Promise<Logger> {
  // In the bundle the library has only a default export.
  const { default: pino } = await import("pino");
  const destination = pino.destination({ dest: 2, sync: false });
  process.once("exit", () => destination.flushSync());
  const opened = pino({ base: null }, destination);
  return fromWrite((level, fields, message) => opened[level](fields, message));
}

function printLine(level: Level, fields: object, message: string): void {
  const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${printField(value)}`);
  process.stderr.write(`${new Date().toISOString()} ${level} ${message}${rest.join("")}\n`);
}

function printField(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : JSON.stringify(value);
}
