import {
  asObject,
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  required,
} from "@kiln/api";
import { printGoStruct, withGoStruct } from "../../go/print-go-struct.ts";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { validateNodeSelector } from "../core/validate-node-selector.ts";
import { checkLabel, checkSubdomain } from "../field-checks.ts";
import { type CheckFields, fieldRules, type Scope } from "../field-rules.ts";
import { checkPoolName } from "./device-id.ts";
import { validateBindingConditions } from "./validate-binding-conditions.ts";
import { checkAttributeName, validateTaint } from "./validate-devices.ts";

const SPEC = fieldPath("spec");
const MAX_PROPERTIES = 32;

export function validateResourceSlice(slice: JsonObject, kept: readonly FieldError[] = []): FieldError[] {
  const spec = objectAt(slice, "spec");
  const devices = asObjects(spec.devices);
  const isAdvanced = devices.some((device) =>
    ["taints", "consumesCounters"].some((field) => asObjects(device[field]).length > 0),
  );
  const checkDevices = isAdvanced ? checkAdvancedDevices : checkPlainDevices;
  return [
    ...checkDriver(spec, SPEC),
    ...kept,
    ...validatePlace(spec),
    ...(spec.sharedCounters !== undefined && spec.devices !== undefined
      ? [invalid(SPEC, "", "only one of `sharedCounters` or `devices` is allowed")]
      : []),
    ...checkDevices(spec, SPEC, { given: spec.perDeviceNodeSelection === true }),
    ...checkCounters(spec, SPEC),
  ];
}

const checkDriver = fieldRules({
  driver: validateDriverName,
  "pool.name": checkPoolName,
  "pool.resourceSliceCount": "positive",
  "pool.generation": "min=0 must be greater than or equal to zero",
});

const checkCounters = fieldRules({ "sharedCounters[<=8]": ["distinct=name", { name: "required;label" }] });

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export const checkSliceKept: CheckFields = fieldRules({ "spec.pool.name,spec.driver,spec.nodeName": "immutable" });

function checkTrue(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return value === false ? [invalid(path, false, "must be either unset or set to true")] : [];
}

function checkTerms(terms: JsonValue): FieldError[] {
  const path = SPEC.child("nodeSelector", "nodeSelectorTerms");
  const printed = asObjects(terms).map((term) => printGoStruct("core/v1.NodeSelectorTerm", term));
  const error = invalid(path, terms, "must have exactly one node selector term");
  return printed.length === 1 ? [] : [printed.length === 0 ? error : { ...error, printed: `[${printed.join()}]` }];
}

/** Validates that exactly one field specifies the nodes of the devices. */
function validatePlace(spec: JsonObject): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection: perDevice } = spec;
  const at = SPEC.child("nodeName");
  const set = [
    ...(asText(nodeName) === "" ? [] : ["`nodeName`"]),
    ...(isJsonObject(nodeSelector) ? ["`nodeSelector`"] : []),
    ...(allNodes === true ? ["`allNodes`"] : []),
    ...(perDevice === true ? ["`perDeviceNodeSelection`"] : []),
  ];
  const why = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  return [
    ...(nodeName === "" ? [invalid(at, "", "must be either unset or set to a non-empty string")] : []),
    ...(asText(nodeName) === "" ? [] : checkSubdomain(nodeName, at)),
    ...(isJsonObject(nodeSelector) ? validateNodeSelector(nodeSelector, SPEC.child("nodeSelector")) : []),
    ...(isJsonObject(nodeSelector) ? checkTerms(nodeSelector.nodeSelectorTerms ?? null) : []),
    ...checkTrue(allNodes, SPEC.child("allNodes")),
    ...checkTrue(perDevice, SPEC.child("perDeviceNodeSelection")),
    ...(set.length === 0 ? [required(SPEC, why)] : []),
    ...(set.length > 1 ? [invalid(SPEC, `{${set.join(", ")}}`, `${why}, but multiple fields are set`)] : []),
  ];
}

const checkTaints = fieldRules({ "taints[<=16]": validateTaint });

/** Validates a device; `given`: whether each device specifies its own nodes. */
function validateDevice(device: JsonObject, path: FieldPath, { given: choosesNodes }: Scope<boolean>): FieldError[] {
  const attributes = Object.entries(objectAt(device, "attributes"));
  const capacities = Object.keys(objectAt(device, "capacity"));
  const count = attributes.length + capacities.length;
  return [
    ...checkLabel(device.name, path.child("name")),
    ...(count > MAX_PROPERTIES
      ? [invalid(path, count, `the total number of attributes and capacities must not exceed ${MAX_PROPERTIES}`)]
      : []),
    ...attributes.flatMap(([name, attribute]) => [
      ...checkAttributeName(name, path.child("attributes")),
      ...validateAttribute(asObject(attribute), path.child("attributes").key(name)),
    ]),
    ...capacities.flatMap((name) => checkAttributeName(name, path.child("capacity"))),
    ...checkTaints(device, path),
    ...(choosesNodes === true ? validateDevicePlace(device, path) : refuseDevicePlace(device, path)),
    ...validateBindingConditions(device, path),
  ];
}

const checkPlainDevices = fieldRules<boolean>({ "devices[<=128]": ["distinct=name", validateDevice] });
const checkAdvancedDevices = fieldRules<boolean>({ "devices[<=64]": ["distinct=name", validateDevice] });

const VALUES = ["bool", "int", "string", "version"];
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

const checkAttributeValues = fieldRules({
  string: "pointer;maxBytes=64",
  version: ["pointer", checkVersion, "maxBytes=64"],
});

function validateAttribute(attribute: JsonObject, path: FieldPath): FieldError[] {
  const set = VALUES.filter((field) => attribute[field] !== undefined);
  const why = "exactly one value must be specified";
  return [
    ...checkAttributeValues(attribute, path),
    ...(set.length === 0 ? [invalid(path, "", why)] : []),
    ...(set.length > 1 ? [withGoStruct(invalid(path, attribute, why), "resource/v1.DeviceAttribute")] : []),
  ];
}

function checkVersion(text: string, path: FieldPath): FieldError[] {
  return VERSION.test(text) ? [] : [invalid(path, text, "must be a string compatible with semver.org spec 2.0.0")];
}

function validateDevicePlace({ nodeName, nodeSelector, allNodes }: JsonObject, path: FieldPath): FieldError[] {
  const set = [
    ...(asText(nodeName) === "" ? [] : ["`nodeName`"]),
    ...(isJsonObject(nodeSelector) ? ["`nodeSelector`"] : []),
    ...(allNodes === true ? ["`allNodes`"] : []),
  ];
  const why =
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  return [
    ...(nodeName === "" ? [invalid(path.child("nodeName"), "", "must not be empty")] : []),
    ...(asText(nodeName) === "" ? [] : checkSubdomain(nodeName, path.child("nodeName"))),
    ...(isJsonObject(nodeSelector) ? validateNodeSelector(nodeSelector, path.child("nodeSelector")) : []),
    ...checkTrue(allNodes, path.child("allNodes")),
    ...(set.length === 0 ? [required(path, why)] : []),
    ...(set.length > 1 ? [invalid(path, `{${set.join(", ")}}`, why)] : []),
  ];
}

function refuseDevicePlace(device: JsonObject, path: FieldPath): FieldError[] {
  const isSet = ["nodeName", "nodeSelector", "allNodes"].some((field) => device[field] !== undefined);
  const why =
    "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  return isSet ? [invalid(path, null, why)] : [];
}

export function warnOfResourceSlice(slice: JsonObject): string[] {
  const driver = asText(objectAt(slice, "spec").driver);
  return driver === driver.toLowerCase()
    ? []
    : [`spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`];
}
