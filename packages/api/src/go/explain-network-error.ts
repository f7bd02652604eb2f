const CONNECT_FAULTS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connect: connection refused"],
  ["EHOSTUNREACH", "connect: no route to host"],
  ["ENETUNREACH", "connect: network is unreachable"],
  ["ETIMEDOUT", "i/o timeout"],
]);

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

export interface DialTarget {
  readonly host: string;
  readonly port: number;
  /** False if the connection could not be established. */
  readonly isConnected: boolean;
}

/** An error of Node's network modules, with the fields that Go's text depends on. */
interface NetworkError extends Error {
  readonly code?: string | undefined;
  readonly address?: string | undefined;
  readonly host?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

/** Error text of Go's network packages, which Kubernetes passes on. */
export function explainNetworkError(error: NetworkError, target: DialTarget): string {
  const code = error.code ?? "";
  const connect = CONNECT_FAULTS.get(code);
  if (connect !== undefined) {
    return `dial tcp ${hostPort({ host: error.address ?? target.host, port: target.port })}: ${connect}`;
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `dial tcp: lookup ${target.host}: ${code === "ENOTFOUND" ? "no such host" : "server misbehaving"}`;
  }
  if (UNKNOWN_AUTHORITY.has(code)) {
    return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return "tls: failed to verify certificate: x509: certificate has expired or is not yet valid";
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return explainNames(error);
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "EPROTO") {
    return "http: server gave HTTP response to HTTPS client";
  }
  if (error.message === "socket hang up" || code === "ECONNRESET") {
    return !target.isConnected || error.message === "socket hang up" ? "EOF" : "read: connection reset by peer";
  }
  return error.message;
}

function explainNames({ host = "", cert }: NetworkError): string {
  const names = (cert?.subjectaltname ?? "").split(", ").map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  const failed = "tls: failed to verify certificate: x509:";
  if (names.join("") === "") {
    return `${failed} certificate is not valid for any names, but wanted to match ${host}`;
  }
  return `${failed} certificate is valid for ${names.join(", ")}, not ${host}`;
}

function hostPort({ host, port }: Pick<DialTarget, "host" | "port">): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
