import { getOwn, objectAt, textAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { findDefaultClass } from "./find-default-class.ts";
import { ensureObject, isKind } from "./read-fields.ts";

const IS_DEFAULT = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
] as const;
const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

/** DefaultStorageClass: sets the default class of a PersistentVolumeClaim without a class. */
export const defaultStorageClass: AdmissionPlugin = {
  name: "DefaultStorageClass",
  handles: (target) => target.operation === "CREATE" && isKind(target, "", "persistentvolumeclaims"),
  admit({ object = {}, services }) {
    const spec = objectAt(object, "spec");
    const annotations = objectAt(object, "metadata", "annotations");
    if ((spec.storageClassName ?? null) !== null || getOwn(annotations, CLASS_ANNOTATION) !== undefined) {
      return undefined;
    }
    const found = findDefaultClass(services.settings.list("storageClasses", ""), IS_DEFAULT);
    if (found !== undefined) {
      ensureObject(object, "spec").storageClassName = textAt(objectAt(found, "metadata"), "name");
    }
    return undefined;
  },
};
