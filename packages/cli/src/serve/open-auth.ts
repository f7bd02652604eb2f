import { join } from "node:path";
import { type ApiServerOptions, createStaticTokens, type Logger } from "@kiln/apiserver";
import type { AuthOptions } from "./auth-options.ts";
import { openAuthorization } from "./open-authorization.ts";
import { openTokenKeys } from "./open-token-keys.ts";
import { readTokens } from "./read-tokens.ts";

type Auth = Pick<ApiServerOptions, "tokenAuthenticators" | "serviceAccountTokens" | "authorization">;

/** Reads the files that say who is who and who may do what. Throws a sentence about one that does not. */
export async function openAuth(
  options: AuthOptions,
  { dataDir, log }: { readonly dataDir: string; readonly log: Logger },
): Promise<Auth> {
  const { issuers, audiences, jwksUri, maxExpirationSeconds } = options.serviceAccounts;
  return {
    tokenAuthenticators: options.tokenFile === undefined ? [] : [createStaticTokens(readTokens(options.tokenFile))],
    serviceAccountTokens: {
      keys: openTokenKeys(join(dataDir, "pki"), options.serviceAccounts),
      issuers,
      ...(audiences === undefined ? {} : { audiences }),
      ...(jwksUri === undefined ? {} : { jwksUri }),
      ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
    },
    authorization: await openAuthorization(options, log),
  };
}
