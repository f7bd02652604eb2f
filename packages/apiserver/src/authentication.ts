import { statusUnauthorized } from "@kiln/api";
import type { User } from "./context.ts";
import type { ApiRequest, PeerCertificate } from "./http/message.ts";

/** Undefined: this one cannot tell, ask the next. Throws for a credential that is there and wrong. */
export type Authenticator = (request: ApiRequest) => User | undefined;

const AUTHENTICATED = "system:authenticated";
const UNAUTHENTICATED = "system:unauthenticated";

export const ANONYMOUS: User = { name: "system:anonymous", groups: [UNAUTHENTICATED] };

export function isAnonymous(user: User): boolean {
  return user.groups.includes(UNAUTHENTICATED);
}

/** The common name of the connection's certificate is the user; its organizations are the groups. */
export function createCertificateAuthenticator(): Authenticator {
  // A connection keeps its certificate, so this is one user for all its requests.
  const users = new WeakMap<PeerCertificate, User>();
  return ({ peerCertificate }) => {
    if (peerCertificate === undefined) {
      return undefined;
    }
    const known = users.get(peerCertificate);
    if (known !== undefined) {
      return known;
    }
    const { commonName, organizations, fingerprint } = peerCertificate;
    const user: User = {
      name: commonName,
      groups: [...organizations, AUTHENTICATED],
      extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${plainHex(fingerprint)}`] },
    };
    users.set(peerCertificate, user);
    return user;
  };
}

/** Kubernetes: no colons, lower case. */
function plainHex(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}

const BEARER = /^bearer +([^ ]+) *$/i;

/** `Authorization: Bearer TOKEN`, looked up in a fixed list. */
export function createTokenAuthenticator(users: ReadonlyMap<string, User>): Authenticator {
  const known = new Map(
    [...users].map(([token, user]) => [token, { ...user, groups: [...user.groups, AUTHENTICATED] }]),
  );
  return ({ headers }) => {
    const token = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
    if (token === undefined) {
      return undefined;
    }
    const user = known.get(token);
    if (user === undefined) {
      throw statusUnauthorized("Unauthorized");
    }
    return user;
  };
}
