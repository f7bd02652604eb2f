import type { AdmissionPlugin } from "./admission-plugin.ts";
import { isCertificateRequest, requireSigner, signerOf } from "./require-signer.ts";

/** Requires permission to approve for the signer of a certificate request. */
export const certificateApproval: AdmissionPlugin = {
  name: "CertificateApproval",
  handles: (target) =>
    target.operation === "UPDATE" && target.subresource === "approval" && isCertificateRequest(target),
  // Checks the stored object's signer: changing the signer in the same request gains nothing.
  validate: (attributes) => requireSigner(attributes, "approve", signerOf(attributes.oldObject)),
};
