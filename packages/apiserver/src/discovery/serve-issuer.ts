import type { ServiceAccountTokens } from "@kiln/access";
import { encodeJson, type JsonValue } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import { checkRouteRequest } from "../http/check-route-request.ts";
import { pageNotFound } from "../http/respond.ts";
import type { Context } from "../request/context.ts";

const KEYS_PATH = "/openid/v1/jwks";
const CONFIGURATION_PATH = "/.well-known/openid-configuration";

/** Paths of OIDC discovery, where other programs fetch the keys that verify service account tokens. */
export const ISSUER_PATHS: readonly string[] = [CONFIGURATION_PATH, KEYS_PATH];

export function serveIssuer({ info, request }: Context, tokens: ServiceAccountTokens | undefined): ApiResponse {
  if (tokens === undefined) {
    return pageNotFound();
  }
  const isKeys = info.path.startsWith(KEYS_PATH);
  checkRouteRequest({
    method: info.method,
    headers: request.headers,
    mediaTypes: [isKeys ? "application/jwk-set+json" : "application/json"],
  });
  const { keys, issuers, jwksUri } = tokens.options;
  if (isKeys) {
    return respond("application/jwk-set+json", { keys: [...keys.publicKeys] });
  }
  const host = request.headers.host ?? request.headers[":authority"] ?? "localhost";
  return respond("application/json", {
    issuer: issuers[0],
    jwks_uri: jwksUri ?? `https://${host}${KEYS_PATH}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(keys.publicKeys.map(({ alg }) => String(alg)))].sort(),
  });
}

function respond(type: string, body: JsonValue): ApiResponse {
  const headers = { "content-type": type, "cache-control": "public, max-age=3600" };
  return { status: 200, headers, body: encodeJson(body) };
}
