import { isStoreError } from "@kiln/store";
import { explainSystemError } from "../report/explain-system-error.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Next steps by error code, with the flags to change. */
const ADVICE: Readonly<Record<string, (options: ServeOptions) => string>> = {
  EADDRINUSE: ({ host }) => `; --listen ${host.includes(":") ? `[${host}]` : host}:0 takes a free port`,
  EADDRNOTAVAIL: () => "; --listen takes one of its own, such as 127.0.0.1",
  ENOTFOUND: () => "; --listen takes one of this machine's addresses",
};

/** Error of a failed start as one sentence for the user, with the next step. */
export function explainError(error: unknown, options: ServeOptions): Error {
  if (!(error instanceof Error)) {
    return new Error(String(error));
  }
  if (isStoreError(error)) {
    return error.code === "locked" ? new Error(explainLock(error.message), { cause: error }) : error;
  }
  const reason = explainSystemError(error);
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const advice = Object.hasOwn(ADVICE, code) ? ADVICE[code]?.(options) : "";
  return reason === undefined ? error : new Error(`${reason}${advice}`, { cause: error });
}

/** Adds the flag to an error of the store, which does not name flags. */
function explainLock(message: string): string {
  return message.replace(/(use another directory)\.$/, "$1 and port: --data-dir DIR and --listen 127.0.0.1:0");
}
