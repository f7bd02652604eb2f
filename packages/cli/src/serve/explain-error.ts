import { isStoreError } from "@kiln/store";
import type { ServeOptions } from "./serve-options.ts";

const REASONS: Readonly<Record<string, (options: ServeOptions, error: NodeJS.ErrnoException) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `another program already listens on ${host}:${port}; --listen ${host}:0 takes a free port, and --data-dir another directory`,
  EADDRNOTAVAIL: ({ host }) => `this machine has no address ${host}; --listen takes one of its own, such as 127.0.0.1`,
  ENOTFOUND: ({ host }) => `nobody knows the host ${host}; --listen takes one of this machine's addresses`,
  EACCES: (options, error) =>
    error.path === undefined
      ? `the system does not allow listening on port ${options.port}; try one above 1023`
      : `${error.path} cannot be read or written by this user`,
  ENOENT: (_options, error) => `there is no file ${error.path}`,
  ENOTDIR: (_options, error) => `${error.path} lies in something that is not a directory`,
  EEXIST: (_options, error) => `${error.path} is not a directory`,
  EROFS: (_options, error) => `${error.path} is on a disk that cannot be written`,
  ENOSPC: () => "the disk is full",
};

/** Why the server could not start, as one sentence for whoever typed the command. */
export function explainError(error: unknown, options: ServeOptions): Error {
  if (!(error instanceof Error) || isStoreError(error)) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (Object.hasOwn(REASONS, code)) {
    return new Error(REASONS[code]?.(options, error), { cause: error });
  }
  return /^ERR_(OSSL|SSL|CRYPTO)/.test(code)
    ? new Error(`the certificate or the key cannot be used: ${error.message}`, { cause: error })
    : error;
}
