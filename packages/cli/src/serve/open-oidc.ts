import { get } from "node:https";
import { createSystemClock, decodeJson, isJsonObject, type JsonObject } from "@kiln/api";
import { createOidcAuthenticator, type SignedText, type TokenAuthenticator } from "@kiln/apiserver";
import { explainWithKeys } from "@kiln/apiserver/node";
import type { IssuerConfig } from "./read-jwt.ts";

/** Keys are asked for again when a token names one that is not known, but not more often than this. */
const REFRESH_MS = 10_000;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

/** Tokens of an issuer whose keys are fetched when the first of them is shown. */
export function openOidc({ discoveryUrl, authority, ...issuer }: IssuerConfig): TokenAuthenticator {
  const fetchJson = (url: string) => getJson(url, authority);
  let keys: Promise<JsonObject> | undefined;
  let fetchedMs = Number.NEGATIVE_INFINITY;
  const fetchKeys = async (): Promise<JsonObject> => {
    const { issuer: named, jwks_uri: uri } = await fetchJson(discoveryUrl);
    if (named !== issuer.url || typeof uri !== "string" || !uri.startsWith("https:")) {
      throw new Error(`${discoveryUrl} does not describe ${issuer.url}`);
    }
    return fetchJson(uri);
  };
  const refresh = (): Promise<JsonObject> => {
    fetchedMs = performance.now();
    keys = fetchKeys();
    // A failure is not kept: the next token tries again.
    keys.catch(() => {
      keys = undefined;
    });
    return keys;
  };
  const explain = async (signed: SignedText): Promise<string | undefined> => {
    const fault = explainWithKeys(await (keys ?? refresh()), signed);
    const isOld = performance.now() - fetchedMs > REFRESH_MS;
    return fault === undefined || !isOld ? fault : explainWithKeys(await refresh(), signed);
  };
  return createOidcAuthenticator({ ...issuer, explain, clock: createSystemClock(globalThis) });
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
