import { get } from "node:https";
import { createOidcAuthenticator, type TokenAuthenticator } from "@kiln/access";
import { type Clock, decodeJson, isJsonObject, type JsonObject } from "@kiln/api";
import { createOidcKeys } from "./oidc-keys.ts";
import type { IssuerConfig } from "./read-jwt.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** Tokens of an issuer whose keys are fetched when the first of them is shown. */
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

function getJson(url: string, ca: string | undefined): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = get(url, { signal, ...(ca === undefined ? {} : { ca }) }, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.byteLength;
        chunks.push(chunk);
        if (length > MAX_BYTES) {
          response.destroy(new Error(`${url} answers with more than ${MAX_BYTES} bytes`));
        }
      });
      response.once("error", reject);
      response.once("end", () => {
        try {
          resolve(toObject(url, response.statusCode, Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
    });
    request.once("error", reject);
  });
}

function toObject(url: string, status: number | undefined, body: Uint8Array): JsonObject {
  const { value } = decodeJson(body);
  if (status !== 200 || !isJsonObject(value)) {
    throw new Error(`${url} answered ${status}`);
  }
  return value;
}
