import { join } from "node:path";
import { createStaticTokens, type TokenAuthenticator } from "@kiln/access";
import type { Clock, Logger } from "@kiln/api";
import type { ApiServerOptions } from "@kiln/apiserver";
import type { AuthOptions } from "./auth-options.ts";
import { type AuthenticationConfig, readAuthenticationConfig } from "./authentication-config.ts";
import { openAudit } from "./open-audit.ts";
import { openAuthorization } from "./open-authorization.ts";
import { openOidc } from "./open-oidc.ts";
import { openTokenKeys } from "./open-token-keys.ts";
import { readTokens } from "./read-tokens.ts";

type Auth = Pick<
  ApiServerOptions,
  "tokenAuthenticators" | "serviceAccountTokens" | "authorization" | "anonymous" | "audit"
>;

/** Reads the files for authentication and authorization. Throws an Error that names an invalid one. */
export async function openAuth(
  options: AuthOptions,
  { dataDir, clock, log }: { readonly dataDir: string; readonly clock: Clock; readonly log: Logger },
): Promise<Auth> {
  const { issuers, audiences, jwksUri, maxExpirationSeconds } = options.serviceAccounts;
  const { authenticationConfigFile: file } = options;
  const config = file === undefined ? { issuers: [] } : await readAuthenticationConfig(file, issuers);
  return {
    tokenAuthenticators: [...openStatic(options), ...config.issuers.map((issuer) => openOidc(issuer, clock))],
    serviceAccountTokens: {
      keys: openTokenKeys(join(dataDir, "pki"), options.serviceAccounts),
      issuers,
      ...(audiences === undefined ? {} : { audiences }),
      ...(jwksUri === undefined ? {} : { jwksUri }),
      ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
    },
    authorization: await openAuthorization(options, log),
    ...openAnonymous(
      options.isAnonymousAllowed === undefined ? config : { anonymous: options.isAnonymousAllowed ? "everywhere" : [] },
    ),
    ...(options.audit === undefined ? {} : { audit: await openAudit(options.audit, log) }),
  };
}

function openStatic({ tokenFile }: AuthOptions): TokenAuthenticator[] {
  return tokenFile === undefined ? [] : [createStaticTokens(readTokens(tokenFile))];
}

function openAnonymous({ anonymous }: Pick<AuthenticationConfig, "anonymous">): Pick<ApiServerOptions, "anonymous"> {
  if (anonymous === undefined) {
    return {};
  }
  return { anonymous: anonymous === "everywhere" ? () => true : (path) => anonymous.includes(path) };
}
