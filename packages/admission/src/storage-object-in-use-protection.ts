import type { AdmissionPlugin } from "./admission-plugin.ts";
import { ensureObject } from "./read-fields.ts";

/** Protection finalizers by group and plural. */
const FINALIZERS: ReadonlyMap<string, string> = new Map([
  ["/persistentvolumes", "kubernetes.io/pv-protection"],
  ["/persistentvolumeclaims", "kubernetes.io/pvc-protection"],
  ["storage.k8s.io/volumeattributesclasses", "kubernetes.io/vac-protection"],
]);

/**
 * StorageObjectInUseProtection: adds a finalizer to volumes and claims, which a controller removes once they are
 * unused.
 */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: "StorageObjectInUseProtection",
  handles: ({ operation, resource, subresource }) =>
    operation === "CREATE" && subresource === "" && FINALIZERS.has(`${resource.group}/${resource.names.plural}`),
  admit({ object = {}, resource }) {
    const finalizer = FINALIZERS.get(`${resource.group}/${resource.names.plural}`) ?? "";
    const metadata = ensureObject(object, "metadata");
    const finalizers = Array.isArray(metadata.finalizers) ? metadata.finalizers : [];
    if (!finalizers.includes(finalizer)) {
      metadata.finalizers = [...finalizers, finalizer];
    }
    return undefined;
  },
};
