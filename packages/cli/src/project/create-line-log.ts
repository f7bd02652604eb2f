import { oneOf, type SettingValues } from "@kiln/agent/project";

const LEVELS = ["DEBUG", "INFO", "WARN", "ERROR", "CRITICAL"] as const;
type Level = (typeof LEVELS)[number];

export interface LineLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
}

/** Logger with the formats of the sidecar's settings: JSON or LOGFMT, from a level on, in local time or UTC. */
export function createLineLog(values: SettingValues, write: (line: string) => void, now: () => Date): LineLog {
  const lowest = LEVELS.indexOf(oneOf(values, "log-level", ["INFO", "DEBUG", "WARN", "ERROR", "CRITICAL"]));
  const isJson = oneOf(values, "log-format", ["JSON", "LOGFMT"]) === "JSON";
  const isUtc = oneOf(values, "log-tz", ["LOCAL", "UTC"]) === "UTC";
  const log = (level: Level, about: object, msg: string) => {
    if (LEVELS.indexOf(level) >= lowest) {
      const fields = { time: printTime(now(), isUtc), level, msg, ...readable(about) };
      write(isJson ? JSON.stringify(fields) : printLogfmt(fields));
    }
  };
  return {
    info: (about, message) => log("INFO", about, message),
    warn: (about, message) => log("WARN", about, message),
  };
}

function readable(about: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(about).map(([key, value]) => [key, value instanceof Error ? value.message : value]),
  );
}

function printLogfmt(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(
      ([key, value]) => `${key}=${/^[\w:.+/-]+$/.test(String(value)) ? String(value) : JSON.stringify(String(value))}`,
    )
    .join(" ");
}

function printTime(now: Date, isUtc: boolean): string {
  if (isUtc) {
    return now.toISOString();
  }
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const pad = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${pad(offset / 60)}:${pad(offset % 60)}`;
}
