interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

const REASONS: Readonly<Record<string, (error: SystemError) => string | undefined>> = {
  EADDRINUSE: (error) => `another program already listens on ${placeOf(error)}`,
  EADDRNOTAVAIL: ({ address }) => `this machine has no address ${address}`,
  ENOTFOUND: ({ hostname }) => `unknown host ${hostname}`,
  EAI_AGAIN: ({ hostname }) => `DNS lookup of host ${hostname} failed`,
  ECONNREFUSED: (error) => (error.address === undefined ? undefined : `connection refused at ${placeOf(error)}`),
  EACCES: (error) =>
    error.path === undefined
      ? `the system does not allow listening on port ${error.port}; try one above 1023`
      : `${error.path} cannot be read or written by this user`,
  EPERM: ({ path }) => (path === undefined ? undefined : `the system does not allow ${path} to be changed`),
  ENOENT: ({ path }) => (path === undefined ? undefined : `there is no file ${path}`),
  EISDIR: ({ path }) =>
    path === undefined ? "a directory was named where a file should be" : `${path} is a directory`,
  ENOTDIR: ({ path }) => `${path} lies in something that is not a directory`,
  EEXIST: ({ path }) => `${path} is not a directory`,
  EROFS: ({ path }) => `${path} is on a disk that cannot be written`,
  ENOSPC: () => "the disk is full",
};

/** Error of the operating system as one sentence; undefined for other errors, or if the error is clear by itself. */
export function explainSystemError(thrown: unknown): string | undefined {
  // The error of a host name with several addresses contains one error for each.
  const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  if (!(error instanceof Error) || typeof code !== "string") {
    return undefined;
  }
  if (/^ERR_(OSSL|SSL|CRYPTO)/.test(code)) {
    return `the certificate or the key cannot be used: ${error.message}`;
  }
  return Object.hasOwn(REASONS, code) ? REASONS[code]?.(error) : undefined;
}

function placeOf({ address = "", port }: SystemError): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}
