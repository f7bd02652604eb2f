import {
  asObjects,
  asText,
  deepEqual,
  duplicate,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
} from "@kiln/api";
import { identifyValue } from "@kiln/schema";
import { withGoStruct } from "../../natives/print-go-struct.ts";
import type { KindServices } from "../../resource/kind-services.ts";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { validateNodeSelector } from "../core/validate-node-selector.ts";
import { checkLabel } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import { checkGivenAccess } from "./check-admin-access.ts";
import { checkList, checkSet } from "./check-list.ts";
import { checkPoolName, checkShareId, deviceIdOf } from "./device-id.ts";
import { validateBindingConditions } from "./validate-binding-conditions.ts";
import { validateDeviceStatus } from "./validate-device-status.ts";
import { checkReference, checkReferences, requestNames, validateConfiguration } from "./validate-devices.ts";

const STATUS = fieldPath("status");
const MAX_USERS = 256;
const MAX_RESULTS = 32;
const MAX_CONFIGS = 64;

/** Consumers, allocated devices and device status of a claim. */
export function validateClaimStatus(claim: JsonObject, old: JsonObject, services: KindServices): FieldError[] {
  const [status, before] = [objectAt(claim, "status"), objectAt(old, "status")];
  const { allocation } = status;
  const allocated = new Set(resultsOf(status).map(deviceIdOf));
  const names = requestNames(objectAt(claim, "spec", "devices"));
  return [
    ...checkGivenAccess(claim, { results: resultsOf(status), before: resultsOf(before), services }),
    ...checkSet(asObjects(status.reservedFor), STATUS.child("reservedFor"), {
      max: MAX_USERS,
      check: validateUser,
      keyOf: ({ uid }) => asText(uid),
    }),
    ...validateDevices(asObjects(status.devices), STATUS.child("devices"), allocated),
    ...checkReservations(claim, before),
    ...(isJsonObject(allocation)
      ? validateAllocation(allocation, before.allocation, STATUS.child("allocation"), names)
      : []),
  ];
}

function validateDevices(
  devices: readonly JsonObject[],
  path: FieldPath,
  allocated: ReadonlySet<string>,
): FieldError[] {
  const seen = new Set<string>();
  const repeats = devices.flatMap((device, i) => {
    const id = deviceIdOf(device);
    return seen.size === seen.add(id).size ? [{ ...duplicate(path.index(i), id), printed: id }] : [];
  });
  return [...devices.flatMap((device, i) => validateDeviceStatus(device, path.index(i), allocated)), ...repeats];
}

/** Changes the claim: drops the status of deallocated devices. */
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

const validateUser = fieldRules({ resource: "required", name: "required", uid: "required" });
const checkSource = fieldRules({ source: "required;enum=FromClaim|FromClass" });

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

/** An allocation is immutable: it must be removed before another one. */
function validateAllocation(
  allocation: JsonObject,
  before: JsonObject[string] | undefined,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  if (isJsonObject(before)) {
    const error = invalid(path, allocation, FIELD_IMMUTABLE);
    return deepEqual(allocation, before) ? [] : [withGoStruct(error, "resource/v1.AllocationResult")];
  }
  const { results, config } = objectAt(allocation, "devices");
  const at = path.child("devices");
  return [
    ...checkList(asObjects(results), at.child("results"), {
      max: MAX_RESULTS,
      check: (result, where) => validateResult(result, where, names),
    }),
    ...checkList(asObjects(config), at.child("config"), {
      max: MAX_CONFIGS,
      check: (each, where) => validateAllocatedConfiguration(each, where, names),
    }),
    ...(isJsonObject(allocation.nodeSelector)
      ? validateNodeSelector(allocation.nodeSelector, path.child("nodeSelector"))
      : []),
  ];
}

function validateResult(result: JsonObject, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  return [
    ...checkReference(asText(result.request), path.child("request"), names),
    ...validateDriverName(result.driver, path.child("driver")),
    ...checkPoolName(asText(result.pool), path.child("pool")),
    ...checkLabel(result.device, path.child("device")),
    ...validateBindingConditions(result, path),
    ...checkShareId(result.shareID, path.child("shareID")),
  ];
}

function validateAllocatedConfiguration(config: JsonObject, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  return [
    ...checkSource(config, path),
    ...checkReferences(config, path.child("requests"), names),
    ...validateConfiguration(config, path),
  ];
}
