import { type JsonObject, objectAt, textAt } from "@kiln/api";
import type { AdmissionAttributes, AdmissionTarget } from "./admission-plugin.ts";
import { askAuthorizer } from "./ask-authorizer.ts";
import { forbid } from "./forbid.ts";

export const CERTIFICATES_GROUP = "certificates.k8s.io";

/** Whether the request is for a CertificateSigningRequest or one of its subresources. */
export function isCertificateRequest({ resource }: AdmissionTarget): boolean {
  return resource.group === CERTIFICATES_GROUP && resource.names.plural === "certificatesigningrequests";
}

export function signerOf(object: JsonObject | undefined): string {
  return textAt(objectAt(object, "spec"), "signerName");
}

const NOUNS: Readonly<Record<string, string>> = { approve: "approve requests", sign: "sign requests" };

/** Throws unless the user has the permission `verb` for the signer, or for all signers of its domain. */
export async function requireSigner(attributes: AdmissionAttributes, verb: string, signer: string): Promise<undefined> {
  const [domain] = signer.split("/");
  for (const name of [signer, `${domain}/*`]) {
    const wish = { verb, group: CERTIFICATES_GROUP, version: "*", resource: "signers", name };
    if ((await askAuthorizer(attributes, wish)).isAllowed) {
      return undefined;
    }
  }
  const what = NOUNS[verb];
  throw forbid(
    attributes,
    what === undefined
      ? `user not permitted to ${verb} for signerName ${JSON.stringify(signer)}`
      : `user not permitted to ${what} with signerName ${JSON.stringify(signer)}`,
  );
}
