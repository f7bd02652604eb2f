import { SERVER_ACTOR } from "@kiln/kinds";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** NamespaceAutoProvision: creates a missing namespace with the first object in it. */
export const namespaceAutoProvision: AdmissionPlugin = {
  name: "NamespaceAutoProvision",
  isOffByDefault: true,
  // Its work is `provideNamespace`, which runs before all plugins.
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
