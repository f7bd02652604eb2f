import type { TLSSocket } from "node:tls";
import type { PeerCertificate } from "../message.ts";

/** Time that a connection stays open after its last bytes: closing at once could lose them. */
const LINGER_MS = 500;

/** Properties of a connection, set when it opens and shared by all its requests. */
export interface Connection {
  readonly peerCertificate: PeerCertificate | undefined;
  readonly remoteAddress: string | undefined;
}

export function toConnection(socket: TLSSocket): Connection {
  return { peerCertificate: readPeerCertificate(socket), remoteAddress: socket.remoteAddress };
}

function readPeerCertificate(socket: TLSSocket): PeerCertificate | undefined {
  if (!socket.authorized) {
    return undefined;
  }
  // Node calls a resumed session authorized although it never had a client certificate.
  const { subject, fingerprint256 } = socket.getPeerCertificate() as Partial<
    ReturnType<TLSSocket["getPeerCertificate"]>
  >;
  if (subject === undefined || fingerprint256 === undefined) {
    return undefined;
  }
  const organizations = subject.O === undefined ? [] : [subject.O].flat();
  // Kubernetes: of several common names the last counts (crypto/x509/pkix/pkix.go FillFromRDNSequence, Go 1.26).
  return { commonName: String([subject.CN ?? ""].flat().at(-1)), organizations, fingerprint: fingerprint256 };
}

/**
 * The client's certificate is not signed by the authority it names. Node treats such a connection as one without a
 * certificate, but raises OpenSSL's error about the signature again while it finishes the handshake: a write in flight
 * would fail by it, and the end of the output is never reported.
 */
export function hasForgedCertificate(socket: TLSSocket): boolean {
  return String(socket.authorizationError) === "CERT_SIGNATURE_FAILURE";
}

/** Whether the error is the one about the client's certificate, after which the connection continues. */
export function isCertificateError(socket: TLSSocket, error: Error & { readonly code?: string }): boolean {
  return hasForgedCertificate(socket) && error.code?.startsWith("ERR_SSL_") === true;
}

/** Ends the connection after the written bytes, whether or not the client ends its side. */
export function endSoon(socket: TLSSocket, lastBytes: string | Uint8Array = ""): void {
  socket.end(lastBytes, () => destroyLater(socket));
  if (hasForgedCertificate(socket)) {
    destroyLater(socket);
  }
}

export function destroyLater(socket: TLSSocket): void {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
