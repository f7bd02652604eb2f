import type { TLSSocket } from "node:tls";
import type { PeerCertificate } from "./message.ts";

/** What is known of a connection from its beginning, for all its requests. */
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
  // Node calls a resumed session authorized although nobody ever showed a certificate in it.
  const { subject, fingerprint256 } = socket.getPeerCertificate() as Partial<
    ReturnType<TLSSocket["getPeerCertificate"]>
  >;
  if (subject === undefined || fingerprint256 === undefined) {
    return undefined;
  }
  const organizations = subject.O === undefined ? [] : [subject.O].flat();
  return { commonName: String([subject.CN ?? ""].flat()[0]), organizations, fingerprint: fingerprint256 };
}
