import type { AdmissionPlugin } from "./admission-plugin.ts";
import { isCertificateRequest, requireSigner, signerOf } from "./require-signer.ts";

/** CertificateApproval: requires permission to approve for the signer of a certificate request. */
export const certificateApproval: AdmissionPlugin = {
  name: "CertificateApproval",
  handles: (target) =>
    target.operation === "UPDATE" && target.subresource === "approval" && isCertificateRequest(target),
  // The signer is that of the stored object: changing it in the same request gains nothing.
  validate: (attributes) => requireSigner(attributes, "approve", signerOf(attributes.oldObject)),
};
