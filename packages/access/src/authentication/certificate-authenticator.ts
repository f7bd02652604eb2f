import type { User } from "@kiln/api";
import type { PeerCertificate } from "@kiln/wire";
import { type Authenticator, asAuthenticated } from "./authenticator.ts";

/**
 * Authenticates the client certificate of the connection: its common name is the user, its organizations are the
 * groups.
 */
export function createCertificateAuthenticator(): Authenticator {
  // Users by certificate: all requests of a connection have the same user object.
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
