import { deepEqual, type JsonObject } from "@kiln/api";
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from "./admission-plugin.ts";
import { askAuthorizer } from "./ask-authorizer.ts";
import { forbid } from "./forbid.ts";
import { objectAt, textAt } from "./read-fields.ts";
import { readRequestOrganizations } from "./read-request-organizations.ts";

const GROUP = "certificates.k8s.io";
const CLIENT_SIGNER = "kubernetes.io/kube-apiserver-client";

function isRequest({ resource }: AdmissionTarget): boolean {
  return resource.group === GROUP && resource.names.plural === "certificatesigningrequests";
}

/** Who approves a request must be allowed to approve for its signer. */
export const certificateApproval: AdmissionPlugin = {
  name: "CertificateApproval",
  handles: (target) => target.operation === "UPDATE" && target.subresource === "approval" && isRequest(target),
  // By what is stored: whoever changes the signer in the same breath gains nothing.
  validate: (attributes) => requireSigner(attributes, "approve", signerOf(attributes.oldObject)),
};

/** Who puts a certificate into a request must be allowed to sign for its signer. */
export const certificateSigning: AdmissionPlugin = {
  name: "CertificateSigning",
  handles: (target) => target.operation === "UPDATE" && target.subresource === "status" && isRequest(target),
  validate(attributes) {
    const [after, before] = [objectAt(attributes.object, "status"), objectAt(attributes.oldObject, "status")];
    const isSame = ["certificate", "conditions"].every((name) => deepEqual(after[name] ?? null, before[name] ?? null));
    return isSame ? undefined : requireSigner(attributes, "sign", signerOf(attributes.oldObject));
  },
};

/** Nobody becomes an administrator by a certificate that the server signs by itself. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: "CertificateSubjectRestriction",
  handles: (target) => target.operation === "CREATE" && target.subresource === "" && isRequest(target),
  validate(attributes) {
    if (signerOf(attributes.object) !== CLIENT_SIGNER) {
      return undefined;
    }
    const organizations = readRequestOrganizations(textAt(objectAt(attributes.object, "spec"), "request"));
    if (organizations === undefined) {
      throw forbid(attributes, "failed to parse CSR: PEM block type must be CERTIFICATE REQUEST");
    }
    if (organizations.includes("system:masters")) {
      throw forbid(attributes, `use of ${CLIENT_SIGNER} signer with system:masters group is not allowed`);
    }
    return undefined;
  },
};

/** Who publishes what a signer is to be trusted with must be allowed to attest for it. */
export const clusterTrustBundleAttest: AdmissionPlugin = {
  name: "ClusterTrustBundleAttest",
  handles: ({ operation, resource, subresource }) =>
    (operation === "CREATE" || operation === "UPDATE") &&
    subresource === "" &&
    resource.group === GROUP &&
    resource.names.plural === "clustertrustbundles",
  validate(attributes) {
    const signer = signerOf(attributes.object);
    return signer === "" ? undefined : requireSigner(attributes, "attest", signer);
  },
};

function signerOf(object: JsonObject | undefined): string {
  return textAt(objectAt(object, "spec"), "signerName");
}

const NOUNS: Readonly<Record<string, string>> = { approve: "approve requests", sign: "sign requests" };

/** For the signer itself, or for all of its domain. */
async function requireSigner(attributes: AdmissionAttributes, verb: string, signer: string): Promise<undefined> {
  const [domain] = signer.split("/");
  for (const name of [signer, `${domain}/*`]) {
    const wish = { verb, group: GROUP, version: "*", resource: "signers", name };
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
