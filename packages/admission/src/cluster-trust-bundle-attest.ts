import type { AdmissionPlugin } from "./admission-plugin.ts";
import { isKind } from "./read-fields.ts";
import { CERTIFICATES_GROUP, requireSigner, signerOf } from "./require-signer.ts";

/** ClusterTrustBundleAttest: requires permission to attest for the signer of a ClusterTrustBundle. */
export const clusterTrustBundleAttest: AdmissionPlugin = {
  name: "ClusterTrustBundleAttest",
  handles: (target) =>
    (target.operation === "CREATE" || target.operation === "UPDATE") &&
    isKind(target, CERTIFICATES_GROUP, "clustertrustbundles"),
  validate(attributes) {
    const signer = signerOf(attributes.object);
    return signer === "" ? undefined : requireSigner(attributes, "attest", signer);
  },
};
