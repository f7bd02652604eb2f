import { isJsonObject, type JsonObject, textAt } from "@kiln/api";
import type { Store } from "@kiln/store";
import { TokenError } from "./authenticator.ts";
import { findObject } from "./find-object.ts";
import type { ServiceAccountClaims } from "./service-account-claims.ts";
import { parseServiceAccountUser } from "./service-account-name.ts";

/** Issuer of legacy tokens, which are stored in Secrets and never expire. */
export const LEGACY_ISSUER = "kubernetes/serviceaccount";

const CLAIM = "kubernetes.io/serviceaccount/";
const INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

export function readLegacyClaims(claims: JsonObject): ServiceAccountClaims {
  return {
    namespace: textAt(claims, `${CLAIM}namespace`),
    account: {
      name: textAt(claims, `${CLAIM}service-account.name`),
      uid: textAt(claims, `${CLAIM}service-account.uid`),
    },
  };
}

/** Throws a {@link TokenError} unless the Secret still has exactly this token, and its account was not replaced. */
export function checkLegacyToken(store: Pick<Store, "peek">, claims: JsonObject, token: string): void {
  const { namespace, account } = readLegacyClaims(claims);
  const secretName = textAt(claims, `${CLAIM}secret.name`);
  checkPresence(claims, { namespace, secretName, account });
  const secret = findObject(store, "secrets", { namespace, name: secretName });
  if (secret === undefined || secret.deletedMs !== undefined) {
    throw new TokenError("Token has been invalidated");
  }
  const object = secret.read();
  if (!holdsToken(object, token)) {
    throw new TokenError("Token does not match server's copy");
  }
  checkAccount(store, namespace, account);
  if (labelOf(object, INVALID_SINCE) !== "") {
    const where = `the token in secret ${namespace}/${secretName} for service account ${namespace}/${account.name}`;
    throw new TokenError(
      `${where} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${INVALID_SINCE}' label from the secret to temporarily allow use of this token`,
    );
  }
}

interface LegacyParts extends ServiceAccountClaims {
  readonly secretName: string;
}

function checkPresence(claims: JsonObject, { namespace, secretName, account }: LegacyParts): void {
  const subject = textAt(claims, "sub");
  const needed = {
    sub: subject,
    namespace,
    secretName,
    serviceAccountName: account.name,
    serviceAccountUID: account.uid,
  };
  for (const [claim, value] of Object.entries(needed)) {
    if (value === "") {
      throw new TokenError(`${claim} claim is missing`);
    }
  }
  const named = parseServiceAccountUser(subject);
  if (named?.namespace !== namespace || named.name !== account.name) {
    throw new TokenError("sub claim is invalid");
  }
}

function checkAccount(
  store: Pick<Store, "peek">,
  namespace: string,
  { name, uid }: ServiceAccountClaims["account"],
): void {
  const found = findObject(store, "serviceaccounts", { namespace, name });
  if (found === undefined) {
    throw new TokenError(`serviceaccounts ${JSON.stringify(name)} not found`);
  }
  if (found.deletedMs !== undefined) {
    throw new TokenError(`ServiceAccount ${namespace}/${name} has been deleted`);
  }
  if (found.uid !== uid) {
    throw new TokenError(`ServiceAccount UID (${found.uid}) does not match claim (${uid})`);
  }
}

/** Whether the Secret has this token. Compared in constant time, so that response times reveal nothing about it. */
function holdsToken(secret: JsonObject, token: string): boolean {
  const stored = isJsonObject(secret.data) ? textAt(secret.data, "token") : "";
  const shown = btoa(token);
  let difference = stored.length ^ shown.length;
  for (let i = 0; i < shown.length; i++) {
    difference |= stored.charCodeAt(i) ^ shown.charCodeAt(i);
  }
  return difference === 0;
}

function labelOf({ metadata }: JsonObject, label: string): string {
  const labels = isJsonObject(metadata) ? metadata.labels : undefined;
  return isJsonObject(labels) ? textAt(labels, label) : "";
}
