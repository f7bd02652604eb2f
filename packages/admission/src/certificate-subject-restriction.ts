import { objectAt, textAt } from "@kiln/api";
import { readRequestOrganizations } from "@kiln/kinds";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { isCertificateRequest, signerOf } from "./require-signer.ts";

const CLIENT_SIGNER = "kubernetes.io/kube-apiserver-client";

/** CertificateSubjectRestriction: denies requests for client certificates of the group system:masters. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: "CertificateSubjectRestriction",
  handles: (target) => target.operation === "CREATE" && target.subresource === "" && isCertificateRequest(target),
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
