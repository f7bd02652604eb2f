import { get } from "node:https";
import { createOidcAuthenticator, type TokenAuthenticator } from "@kiln/access";
import {
  type Clock,
  decodeJson,
  gatherBytes,
  isJsonObject,
  type JsonObject,
  limitInterim,
  maxRedirects,
  redirectOf,
} from "@kiln/api";
import { createOidcKeys } from "./oidc-keys.ts";
import type { IssuerConfig } from "./read-jwt.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** Authenticator for tokens of an issuer, whose keys are fetched for the first token. */
export function openOidc({ discoveryUrl, authority, ...issuer }: IssuerConfig, clock: Clock): TokenAuthenticator {
  const fetchKeys = async (): Promise<JsonObject> => {
    const { issuer: named, jwks_uri: uri } = await getJson(discoveryUrl, authority);
    if (named !== issuer.url || typeof uri !== "string" || !uri.startsWith("https:")) {
      throw new Error(`${discoveryUrl} does not describe ${issuer.url}`);
    }
    return getJson(uri, authority);
  };
  return createOidcAuthenticator({ ...issuer, explain: createOidcKeys(fetchKeys, clock), clock });
}

async function getJson(first: string, authority: string | undefined): Promise<JsonObject> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const { status, location, body } = await fetchOnce(url, { authority, signal });
    const redirect = redirectOf("GET", { status, location });
    if (redirect === undefined) {
      return toObject(url, status, body);
    }
    if (redirects === maxRedirects - 1) {
      throw new Error(`${first}: stopped after ${maxRedirects} redirects`);
    }
    const next = new URL(redirect.location, url);
    if (next.protocol !== "https:") {
      throw new Error(`${url} redirects to ${next.href}: keys of an issuer are fetched over https alone`);
    }
    url = next.href;
  }
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Uint8Array;
}

interface FetchOptions {
  readonly authority: string | undefined;
  readonly signal: AbortSignal;
}

function fetchOnce(url: string, { authority, signal }: FetchOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Kubernetes: an authority may be the serving certificate itself (crypto/x509 verify.go Certificate.Verify, Go 1.26).
    const trust = authority === undefined ? {} : { ca: authority, allowPartialTrustChain: true };
    const request = get(url, { signal, ...trust }, (response) => {
      const body = gatherBytes(MAX_BYTES);
      response.on("data", (chunk: Buffer) => {
        const fault = body.add(chunk);
        if (fault !== undefined) {
          response.destroy(new Error(`the response of ${url} ${fault}`));
        }
      });
      response.once("error", reject);
      response.once("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, location: headers.location, body: body.bytes() });
      });
    });
    limitInterim(request);
    request.once("error", reject);
    // Node reports no error of a server that switches protocols unasked.
    request.once("close", () => reject(new Error(`${url} closed the connection without a response`)));
  });
}

function toObject(url: string, status: number, body: Uint8Array): JsonObject {
  if (status !== 200) {
    throw new Error(`${url} answered ${status}`);
  }
  const { value } = decodeJson(body);
  if (!isJsonObject(value)) {
    throw new Error(`${url} answered without a JSON object`);
  }
  return value;
}
