import type { Declaration } from "../declaration.ts";

export const endpointSlice: Declaration = {
  resource: "endpointslices.discovery.k8s.io",
  types: { "discovery/v1.EndpointPort": { defaults: { name: "", protocol: "TCP" } } },
};
