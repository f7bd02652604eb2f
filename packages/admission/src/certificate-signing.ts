import { deepEqual, objectAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { isCertificateRequest, requireSigner, signerOf } from "./require-signer.ts";

/** CertificateSigning: requires permission to sign for the signer of a certificate request. */
export const certificateSigning: AdmissionPlugin = {
  name: "CertificateSigning",
  handles: (target) => target.operation === "UPDATE" && target.subresource === "status" && isCertificateRequest(target),
  validate(attributes) {
    const [after, before] = [objectAt(attributes.object, "status"), objectAt(attributes.oldObject, "status")];
    const isSame = ["certificate", "conditions"].every((name) => deepEqual(after[name] ?? null, before[name] ?? null));
    return isSame ? undefined : requireSigner(attributes, "sign", signerOf(attributes.oldObject));
  },
};
