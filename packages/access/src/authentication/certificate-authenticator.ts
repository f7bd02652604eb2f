import type { User } from "@kiln/api";
import type { PeerCertificate } from "@kiln/wire";
import { type Authenticator, asAuthenticated } from "./authenticator.ts";

/** The common name of the connection's certificate is the user; its organizations are the groups. */
export function createCertificateAuthenticator(): Authenticator {
  // A connection keeps its certificate, so this is one user for all its requests.
  const users = new WeakMap<PeerCertificate, User>();
  return ({ peerCertificate }) => {
    // Kubernetes: a certificate without a common name is ignored (request/x509/x509.go CommonNameUserConversion,
    // v1.36).
    if (peerCertificate === undefined || peerCertificate.commonName === "") {
      return undefined;
    }
    const known = users.get(peerCertificate);
    if (known !== undefined) {
      return known;
    }
    const { commonName, organizations, fingerprint } = peerCertificate;
    const user = asAuthenticated({
      name: commonName,
      groups: organizations,
      extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${plainHex(fingerprint)}`] },
    });
    users.set(peerCertificate, user);
    return user;
  };
}

/**
 * Kubernetes: the credential id of a certificate is lower-case hex without colons (request/x509/x509.go
 * CommonNameUserConversion, v1.36).
 */
function plainHex(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}
