import {
  asObjects,
  duplicate,
  type FieldError,
  fieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  objectAt,
} from "@kiln/api";
import { identifyValue } from "@kiln/schema";
import type { KindServices } from "../../resource/kind-services.ts";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { validateNodeSelector } from "../core/validate-node-selector.ts";
import { fieldRules } from "../field-rules.ts";
import { checkGivenAccess } from "./check-admin-access.ts";
import { createSelectorCheck } from "./check-selector.ts";
import { checkPoolName, checkShareId, deviceIdOf } from "./device-id.ts";
import { validateBindingConditions } from "./validate-binding-conditions.ts";
import { validateDeviceStatus } from "./validate-device-status.ts";
import {
  type ClaimFacts,
  checkReference,
  checkReferences,
  requestNames,
  validateConfiguration,
} from "./validate-devices.ts";

const STATUS = fieldPath("status");

interface StatusFacts extends ClaimFacts {
  /** Ids of the allocated devices. */
  readonly allocated: ReadonlySet<string>;
}

const checkUsers = fieldRules({ "reservedFor[<=256]": ["distinct=uid", { "resource,name,uid": "required" }] });

/** Validates the status of a ResourceClaim: consumers, allocated devices and device status. */
export function validateClaimStatus(claim: JsonObject, old: JsonObject, services: KindServices): FieldError[] {
  const [status, before] = [objectAt(claim, "status"), objectAt(old, "status")];
  const given: StatusFacts = {
    allocated: new Set(resultsOf(status).map(deviceIdOf)),
    names: requestNames(objectAt(claim, "spec", "devices")),
    checkSelector: createSelectorCheck(),
  };
  return [
    ...checkGivenAccess(claim, { results: resultsOf(status), before: resultsOf(before), services }),
    ...checkUsers(status, STATUS),
    ...checkDevices(status, STATUS, { given }),
    ...checkReservations(claim, before),
    ...(isJsonObject(before.allocation)
      ? checkAllocationKept(status, STATUS, { old: before })
      : checkAllocation(status, STATUS, { given })),
  ];
}

const checkDevices = fieldRules<StatusFacts>({ "devices[]": validateDeviceStatus }, ({ devices }, path) => {
  const seen = new Set<string>();
  return asObjects(devices).flatMap((device, i) => {
    const id = deviceIdOf(device);
    const at = path.child("devices").index(i);
    return seen.size === seen.add(id).size ? [{ ...duplicate(at, id), printed: id }] : [];
  });
});

/** Removes the status of devices that are no longer allocated. */
export function forgetDeallocated(claim: JsonObject, old: JsonObject): void {
  const status = objectAt(claim, "status");
  const kept = new Set(resultsOf(status).map(deviceIdOf));
  const gone = new Set(
    resultsOf(objectAt(old, "status"))
      .map(deviceIdOf)
      .filter((id) => !kept.has(id)),
  );
  if (gone.size === 0 || status.devices === undefined) {
    return;
  }
  const devices = asObjects(status.devices).filter((device) => !gone.has(deviceIdOf(device)));
  if (devices.length === 0) {
    delete status.devices;
  } else {
    status.devices = devices;
  }
}

function resultsOf(status: JsonObject): JsonObject[] {
  return asObjects(objectAt(status, "allocation", "devices").results);
}

function checkReservations(claim: JsonObject, before: JsonObject): FieldError[] {
  const { reservedFor, allocation } = objectAt(claim, "status");
  const users = asObjects(reservedFor);
  const path = STATUS.child("reservedFor");
  if (users.length > 0 && !isJsonObject(allocation)) {
    return [forbidden(path, "may not be specified when `allocated` is not set")];
  }
  const known = new Set(asObjects(before.reservedFor).map(identifyValue));
  const isNew = (user: JsonObject) => !known.has(identifyValue(user));
  const isLeaving = objectAt(claim, "metadata").deletionTimestamp !== undefined;
  const why = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
  return isLeaving && users.some(isNew) ? [forbidden(path, why)] : [];
}

/** Rejects a change of an allocation, which must be removed before another is set. */
const checkAllocationKept = fieldRules({ allocation: "pointer;immutable=resource/v1.AllocationResult" });

const checkAllocation = fieldRules<ClaimFacts>({
  "allocation.devices.results[<=32]": [
    { request: checkReference, driver: validateDriverName, pool: checkPoolName, device: "label" },
    validateBindingConditions,
    { shareID: checkShareId },
  ],
  "allocation.devices.config[<=64]": [
    { source: "required;enum=FromClaim|FromClass" },
    checkReferences,
    validateConfiguration,
  ],
  "allocation.nodeSelector": ["pointer", (selector: JsonObject, path) => validateNodeSelector(selector, path)],
});
