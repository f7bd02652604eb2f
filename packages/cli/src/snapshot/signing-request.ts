import { generateKeyPairSync, sign } from "node:crypto";
import { derBits, derContext, derInteger, derOctets, derOid, derSequence, derSet, derUtf8 } from "../serve/der.ts";

export interface SigningRequest {
  /** Certificate request as PEM. */
  readonly request: string;
  /** Private key as PEM. */
  readonly key: string;
}

const ECDSA_WITH_SHA256 = derSequence(derOid("1.2.840.10045.4.3.2"));

/** A certificate request (PKCS #10) with these DNS names, and its key. */
export function makeSigningRequest(names: readonly string[]): SigningRequest {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const alternatives = derSequence(...names.map((name) => derContext(2, Buffer.from(name, "latin1"), "primitive")));
  const extensions = derSequence(derSequence(derOid("2.5.29.17"), derOctets(alternatives)));
  const attribute = derSequence(derOid("1.2.840.113549.1.9.14"), derSet(extensions));
  const content = derSequence(
    derInteger(Buffer.of(0)),
    derSequence(derSet(derSequence(derOid("2.5.4.3"), derUtf8(names[0] ?? "")))),
    publicKey.export({ type: "spki", format: "der" }),
    derContext(0, attribute, "constructed"),
  );
  const signed = derSequence(content, ECDSA_WITH_SHA256, derBits(sign("sha256", content, privateKey)));
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    request: `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join("\n")}\n-----END CERTIFICATE REQUEST-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
