import { UsageError } from "../command.ts";

/** The value of --port; 0, a free port, if absent. */
export function parsePort(given: string | undefined): number {
  const port = given === undefined ? 0 : Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || given === "") {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(given)}`);
  }
  return port;
}
