import { createStaticTokens } from "@kiln/access";
import { createTokenKeys } from "@kiln/access/node";
import type { JsonObject, User } from "@kiln/api";
import { TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import type { ApiServerOptions } from "../server-options.ts";
import { startTestServer, type TestAnswer, type TestServer } from "./start-test-server.ts";

export const TEST_ISSUER = "https://kubernetes.default.svc";

export interface SecuredServer extends TestServer {
  /** Sends a request as a user: the static token `user` authenticates the user of that name. */
  as(user: string, line: string, body?: JsonObject, headers?: Record<string, string>): Promise<TestAnswer>;
}

/** A server with the default roles and bindings, service account tokens, and static tokens of users. */
export async function startSecuredServer(
  users: readonly User[] = [],
  options: Partial<ApiServerOptions> = {},
): Promise<SecuredServer> {
  const known = new Map(users.map((user) => [user.name, user]));
  const server = await startTestServer({
    hasBootstrapPolicy: true,
    tokenAuthenticators: [createStaticTokens(known)],
    serviceAccountTokens: { keys: createTokenKeys(TEST_SERVER_KEY), issuers: [TEST_ISSUER] },
    ...options,
  });
  return {
    ...server,
    as: (user, line, body, headers = {}) => {
      const [method = "", target = ""] = line.split(" ");
      const request = { isAdmin: false, headers: { authorization: `Bearer ${user}`, ...headers } };
      return server.send(method, target, body === undefined ? request : { ...request, body });
    },
  };
}
