import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { SignedText } from "./jwt.ts";

interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** What a key type signs with, and how: no key counts for the algorithm of another type. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["RS", "rsa"],
  ["PS", "rsa"],
  ["ES", "ec"],
]);

/** Why none of the keys of a JSON Web Key Set vouches for the text; undefined if one does. */
export function explainWithKeys(keySet: JsonObject, signed: SignedText): string | undefined {
  const keys = Array.isArray(keySet.keys) ? keySet.keys.flatMap(openKey) : [];
  const named = signed.keyId === "" ? keys : keys.filter(({ id }) => id === signed.keyId);
  const isGood = named.some(({ key }) => verifies(key, signed));
  return isGood ? undefined : "failed to verify signature: failed to verify id token signature";
}

/** A key that cannot be read is one that vouches for nothing. */
function openKey(value: JsonValue): NamedKey[] {
  if (!isJsonObject(value) || (value.use ?? "sig") !== "sig") {
    return [];
  }
  try {
    const key = createPublicKey({ key: value as unknown as JsonWebKey, format: "jwk" });
    return [{ id: typeof value.kid === "string" ? value.kid : "", key }];
  } catch {
    return [];
  }
}

function verifies(key: KeyObject, { algorithm, text, signature }: SignedText): boolean {
  const match = /^(RS|PS|ES)(256|384|512)$/.exec(algorithm);
  if (match === null || key.asymmetricKeyType !== FAMILIES.get(match[1] as string)) {
    return false;
  }
  const padding = match[1] === "PS" ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const how = key.asymmetricKeyType === "ec" ? { key, dsaEncoding: "ieee-p1363" as const } : { key, padding };
  return verify(`sha${match[2]}`, Buffer.from(text), how, signature);
}
