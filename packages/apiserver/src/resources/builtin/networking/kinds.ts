import { type JsonObject, nameIsPathSegment } from "@kiln/api";
import type { Declaration } from "../declaration.ts";

export const networkPolicy: Declaration = {
  resource: "networkpolicies.networking.k8s.io",
  types: {
    "networking/v1.NetworkPolicyPort": { defaults: { protocol: "TCP" } },
    "networking/v1.NetworkPolicySpec": { setDefaults: defaultPolicyTypes },
  },
};

/** Changes the spec. */
function defaultPolicyTypes(spec: JsonObject): void {
  spec.policyTypes ??= spec.egress === undefined ? ["Ingress"] : ["Ingress", "Egress"];
}

export const ingressClass: Declaration = {
  resource: "ingressclasses.networking.k8s.io",
  types: { "networking/v1.IngressClassParametersReference": { defaults: { scope: "Cluster" } } },
};

export const ipAddress: Declaration = {
  resource: "ipaddresses.networking.k8s.io",
  nameRule: nameIsPathSegment,
};
