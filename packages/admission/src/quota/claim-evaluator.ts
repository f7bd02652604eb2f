import {
  compareQuantities,
  createQuantity,
  type JsonObject,
  objectAt,
  type Quantity,
  quantityFromJson,
  quantityValue,
  textAt,
} from "@kiln/api";
import { matchesValue, ONE, pickNames, type QuotaEvaluator, type ScopeRequirement } from "./quota-evaluator.ts";

const COUNT = "count/persistentvolumeclaims";
const CLAIMS = "persistentvolumeclaims";
const STORAGE = "requests.storage";
const BY_CLASS = ".storageclass.storage.k8s.io/";
const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

/** Usage of PersistentVolumeClaims: requested storage, in total and by StorageClass. */
export const claimEvaluator: QuotaEvaluator = {
  handles({ operation, subresource, object = {}, oldObject = {} }) {
    if (subresource === "status") {
      return allocatedOf(object) !== allocatedOf(oldObject) || !haveSameClasses(object, oldObject);
    }
    return subresource === "" && (operation === "CREATE" || operation === "UPDATE");
  },
  matchingNames: (names) =>
    pickNames(names, (name) => {
      const [, limited = name] = name.split(BY_CLASS);
      return name === COUNT || limited === CLAIMS || limited === STORAGE;
    }),
  usage(claim) {
    const usage = new Map([
      [CLAIMS, ONE],
      [COUNT, ONE],
    ]);
    const storageClass = classOf(claim);
    const storage = storageOf(claim);
    if (storage !== undefined) {
      usage.set(STORAGE, storage);
    }
    if (storageClass !== "") {
      usage.set(storageClass + BY_CLASS + CLAIMS, ONE);
      if (storage !== undefined) {
        usage.set(storageClass + BY_CLASS + STORAGE, storage);
      }
    }
    return usage;
  },
  matchesScope,
};

function classOf(claim: JsonObject): string {
  const annotation = textAt(objectAt(claim, "metadata", "annotations"), CLASS_ANNOTATION);
  return annotation || textAt(objectAt(claim, "spec"), "storageClassName");
}

function allocatedOf(claim: JsonObject): string {
  return textAt(objectAt(claim, "status", "allocatedResources"), "storage");
}

/** Requested storage in whole bytes, or the allocated storage if that is larger, as during an expansion. */
function storageOf(claim: JsonObject): Quantity | undefined {
  const { storage: request } = objectAt(claim, "spec", "resources", "requests");
  const wanted = request === undefined ? undefined : quantityFromJson(request).value;
  const allocated = quantityFromJson(allocatedOf(claim)).value;
  if (wanted === undefined) {
    return undefined;
  }
  return roundUp(allocated !== undefined && compareQuantities(allocated, wanted) > 0 ? allocated : wanted);
}

function roundUp(quantity: Quantity): Quantity {
  return quantity.scale >= 0 ? quantity : createQuantity(quantityValue(quantity), quantity.format);
}

function volumeClassesOf(claim: JsonObject): ReadonlySet<string> {
  const status = objectAt(claim, "status");
  const names = [
    textAt(objectAt(claim, "spec"), "volumeAttributesClassName"),
    textAt(status, "currentVolumeAttributesClassName"),
    textAt(objectAt(status, "modifyVolumeStatus"), "targetVolumeAttributesClassName"),
  ];
  return new Set(names.filter((name) => name !== ""));
}

function haveSameClasses(a: JsonObject, b: JsonObject): boolean {
  const [left, right] = [volumeClassesOf(a), volumeClassesOf(b)];
  return left.size === right.size && [...left].every((name) => right.has(name));
}

function matchesScope(requirement: ScopeRequirement, claim: JsonObject): boolean {
  if (requirement.scopeName !== "VolumeAttributesClass") {
    return false;
  }
  const names = volumeClassesOf(claim);
  return (names.size === 0 ? [""] : [...names]).some((name) => matchesValue(requirement, name));
}
