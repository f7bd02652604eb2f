import { nameIsPathSegment } from "@kiln/api";
import type { Declaration } from "../declaration.ts";

export const apiService: Declaration = {
  resource: "apiservices.apiregistration.k8s.io",
  nameRule: nameIsPathSegment,
  types: { "apiregistration/v1.ServiceReference": { defaults: { port: 443 } } },
};
