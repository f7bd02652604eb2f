import type { Logger } from "@kiln/apiserver";
import { pino } from "pino";

/** JSON lines on standard error when it is piped; one readable line each on a terminal. */
export function createLogger(): Logger {
  if (!process.stderr.isTTY) {
    return pino({ base: null }, pino.destination({ dest: 2, sync: false }));
  }
  const print = (level: string) => (fields: object, message: string) => {
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${printField(value)}`);
    process.stderr.write(`${new Date().toISOString()} ${level} ${message}${rest.join("")}\n`);
  };
  return { info: print("info"), warn: print("warn"), error: print("error") };
}

function printField(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : JSON.stringify(value);
}
