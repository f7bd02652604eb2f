import {
  compareQuantities,
  getOwn,
  type JsonObject,
  objectAt,
  type Quantity,
  quantityFromJson,
  textAt,
} from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { isKind } from "./read-fields.ts";

const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

/** PersistentVolumeClaimResize: allows a claim to grow only if it is bound and its StorageClass allows expansion. */
export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: "PersistentVolumeClaimResize",
  handles: (target) => target.operation === "UPDATE" && isKind(target, "", "persistentvolumeclaims"),
  validate(attributes) {
    const { object = {}, oldObject = {}, services } = attributes;
    const [size, oldSize] = [sizeOf(object), sizeOf(oldObject)];
    if (size === undefined || (oldSize !== undefined && compareQuantities(size, oldSize) <= 0)) {
      return undefined;
    }
    if (textAt(objectAt(oldObject, "status"), "phase") !== "Bound") {
      throw forbid(attributes, "Only bound persistent volume claims can be expanded");
    }
    const name = classOf(object);
    const found = name === classOf(oldObject) ? services.settings.find("storageClasses", name) : undefined;
    if (found?.allowVolumeExpansion !== true) {
      const why = "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must";
      throw forbid(attributes, `${why} support resize`);
    }
    return undefined;
  },
};

function sizeOf(claim: JsonObject): Quantity | undefined {
  const size = getOwn(objectAt(claim, "spec", "resources", "requests"), "storage");
  return size === undefined ? undefined : quantityFromJson(size).value;
}

function classOf(claim: JsonObject): string {
  const annotation = textAt(objectAt(claim, "metadata", "annotations"), CLASS_ANNOTATION);
  return annotation || textAt(objectAt(claim, "spec"), "storageClassName");
}
