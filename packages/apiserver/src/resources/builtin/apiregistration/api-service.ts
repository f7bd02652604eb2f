import type { Declaration } from "../declaration.ts";

export const apiService: Declaration = {
  resource: "apiservices.apiregistration.k8s.io",
  types: { "apiregistration/v1.ServiceReference": { defaults: { port: 443 } } },
};
