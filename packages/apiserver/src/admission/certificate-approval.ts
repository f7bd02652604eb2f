import type { AdmissionPlugin } from "./admission-plugin.ts";
import { isCertificateRequest, requireSigner, signerOf } from "./require-signer.ts";

/** Who approves a request must be allowed to approve for its signer. */
export const certificateApproval: AdmissionPlugin = {
  name: "CertificateApproval",
  handles: (target) =>
    target.operation === "UPDATE" && target.subresource === "approval" && isCertificateRequest(target),
  // By what is stored: whoever changes the signer in the same breath gains nothing.
  validate: (attributes) => requireSigner(attributes, "approve", signerOf(attributes.oldObject)),
};
