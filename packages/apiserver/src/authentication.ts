import type { User } from "./context.ts";
import type { ApiRequest } from "./http/message.ts";

export const ANONYMOUS: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };

/** Who is asking: the client certificate of the connection, or nobody. */
export function authenticate(request: ApiRequest): User {
  const certificate = request.peerCertificate;
  return certificate === undefined
    ? ANONYMOUS
    : { name: certificate.commonName, groups: [...certificate.organizations, "system:authenticated"] };
}
