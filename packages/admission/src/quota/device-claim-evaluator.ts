import { createQuantity, type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import { addResources, type ResourceList, raiseResources } from "@kiln/kinds";
import { ONE, pickNames, type QuotaEvaluator } from "./quota-evaluator.ts";

const COUNT = "count/resourceclaims.resource.k8s.io";
const BY_CLASS = ".deviceclass.resource.k8s.io/devices";
/** Maximum number of devices in one allocation, which is charged for "all devices". */
const MAX_DEVICES = 32;

/** Usage of ResourceClaims: the devices they may get, by class. */
export const deviceClaimEvaluator: QuotaEvaluator = {
  handles: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  matchingNames: (names) => pickNames(names, (name) => name === COUNT || name.endsWith(BY_CLASS)),
  usage(claim) {
    const usage: ResourceList = new Map([[COUNT, ONE]]);
    for (const request of objectsAt(objectAt(claim, "spec", "devices"), "requests")) {
      addResources(usage, devicesOf(request));
    }
    return usage;
  },
};

/** Devices of a request by class; a request with alternatives is charged the largest number for each class. */
function devicesOf(request: JsonObject): ResourceList {
  const ways = objectsAt(request, "firstAvailable");
  const devices: ResourceList = new Map();
  for (const way of ways.length > 0 ? ways : [objectAt(request, "exactly")]) {
    const name = textAt(way, "deviceClassName");
    if (name !== "") {
      raiseResources(devices, new Map([[name + BY_CLASS, createQuantity(BigInt(countOf(way)), "DecimalSI")]]));
    }
  }
  return devices;
}

function countOf({ allocationMode, count }: JsonObject): number {
  if (allocationMode === "All") {
    return MAX_DEVICES;
  }
  return allocationMode === "ExactCount" && typeof count === "number" ? count : 0;
}
