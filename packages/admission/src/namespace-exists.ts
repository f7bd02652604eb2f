import type { AdmissionPlugin } from "./admission-plugin.ts";
import { missingNamespace } from "./missing-namespace.ts";

/** NamespaceExists: denies writes to objects whose namespace does not exist. */
export const namespaceExists: AdmissionPlugin = {
  name: "NamespaceExists",
  isOffByDefault: true,
  handles: ({ resource, operation }) => resource.isNamespaced && operation !== "CONNECT",
  validate({ services, namespace }) {
    if (services.namespaces.find(namespace) === undefined) {
      throw missingNamespace(namespace);
    }
    return undefined;
  },
};
