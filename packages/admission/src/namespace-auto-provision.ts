import { SERVER_ACTOR } from "@kiln/kinds";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** A namespace comes into being with the first object in it. */
export const namespaceAutoProvision: AdmissionPlugin = {
  name: "NamespaceAutoProvision",
  isOffByDefault: true,
  // By the time that objects are shown to plugins they have a namespace.
  handles: () => false,
  async provideNamespace(services, name) {
    const resource = services.registry.find("", "v1", "namespaces");
    if (resource !== undefined) {
      const object = { apiVersion: "v1", kind: "Namespace", metadata: {} };
      await services.objects.create(SERVER_ACTOR, { place: { resource, namespace: "", name }, object });
    }
    return undefined;
  },
};
