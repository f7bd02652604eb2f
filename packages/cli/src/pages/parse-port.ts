import { UsageError } from "../command.ts";

/** Value of --port; if absent 0, for any free port. */
export function parsePort(given: string | undefined): number {
  const port = given === undefined ? 0 : Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || given === "") {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(given)}`);
  }
  return port;
}
