import type { Declaration } from "../declaration.ts";

export const certificateSigningRequest: Declaration = {
  resource: "certificatesigningrequests.certificates.k8s.io",
  selectableFields: ["spec.signerName"],
};
