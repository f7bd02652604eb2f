import {
  asInteger,
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
  tooLong,
  utf8Length,
} from "@kiln/api";
import { printGoStruct, withGoStruct } from "../../natives/print-go-struct.ts";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { validateNodeSelector } from "../core/validate-node-selector.ts";
import { checkImmutable, checkLabel, checkSubdomain } from "../field-checks.ts";
import { checkList, checkSet } from "./check-list.ts";
import { checkPoolName } from "./device-id.ts";
import { validateBindingConditions } from "./validate-binding-conditions.ts";
import { checkAttributeName, validateTaint } from "./validate-devices.ts";

const SPEC = fieldPath("spec");
const MAX_DEVICES = 128;
const MAX_ADVANCED_DEVICES = 64;
const MAX_COUNTERS = 8;
const MAX_TAINTS = 16;
const MAX_PROPERTIES = 32;
const MAX_TEXT = 64;

export function validateResourceSlice(slice: JsonObject, kept: readonly FieldError[] = []): FieldError[] {
  const spec = objectAt(slice, "spec");
  const devices = asObjects(spec.devices);
  const isAdvanced = devices.some((device) =>
    ["taints", "consumesCounters"].some((field) => asObjects(device[field]).length > 0),
  );
  const counters = asObjects(spec.sharedCounters);
  return [
    ...validateDriverName(spec.driver, SPEC.child("driver")),
    ...validatePool(objectAt(spec, "pool"), SPEC.child("pool")),
    ...kept,
    ...validatePlace(spec),
    ...(spec.sharedCounters !== undefined && spec.devices !== undefined
      ? [invalid(SPEC, "", "only one of `sharedCounters` or `devices` is allowed")]
      : []),
    ...checkSet(devices, SPEC.child("devices"), {
      max: isAdvanced ? MAX_ADVANCED_DEVICES : MAX_DEVICES,
      check: (device, path) => validateDevice(device, path, spec.perDeviceNodeSelection === true),
      keyOf: ({ name }) => asText(name),
    }),
    ...checkSet(counters, SPEC.child("sharedCounters"), {
      max: MAX_COUNTERS,
      check: ({ name }, path) =>
        asText(name) === "" ? [required(path.child("name"), "")] : checkLabel(name, path.child("name")),
      keyOf: ({ name }) => asText(name),
    }),
  ];
}

/** Kubernetes' errors for changes that marks forbid otherwise. */
export function validateSliceKept(slice: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [objectAt(slice, "spec"), objectAt(old, "spec")];
  return [
    ...checkImmutable(objectAt(spec, "pool").name, objectAt(before, "pool").name, SPEC.child("pool", "name")),
    ...checkImmutable(spec.driver, before.driver, SPEC.child("driver")),
    ...checkImmutable(spec.nodeName, before.nodeName, SPEC.child("nodeName")),
  ];
}

function validatePool(pool: JsonObject, path: FieldPath): FieldError[] {
  const [count, generation] = [asInteger(pool.resourceSliceCount), asInteger(pool.generation)];
  return [
    ...checkPoolName(asText(pool.name), path.child("name")),
    ...(count <= 0 ? [invalid(path.child("resourceSliceCount"), count, "must be greater than zero")] : []),
    ...(generation < 0 ? [invalid(path.child("generation"), generation, "must be greater than or equal to zero")] : []),
  ];
}

function checkTrue(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return value === false ? [invalid(path, false, "must be either unset or set to true")] : [];
}

function checkTerms(terms: JsonValue): FieldError[] {
  const path = SPEC.child("nodeSelector", "nodeSelectorTerms");
  const printed = asObjects(terms).map((term) => printGoStruct("core/v1.NodeSelectorTerm", term));
  const error = invalid(path, terms, "must have exactly one node selector term");
  return printed.length === 1 ? [] : [printed.length === 0 ? error : { ...error, printed: `[${printed.join()}]` }];
}

/** The nodes of the devices must be given by exactly one field. */
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

function validateDevice(device: JsonObject, path: FieldPath, choosesNodes: boolean): FieldError[] {
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
    ...checkList(asObjects(device.taints), path.child("taints"), { max: MAX_TAINTS, check: validateTaint }),
    ...(choosesNodes ? validateDevicePlace(device, path) : refuseDevicePlace(device, path)),
    ...validateBindingConditions(device, path),
  ];
}

const VALUES = ["bool", "int", "string", "version"];
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

function validateAttribute(attribute: JsonObject, path: FieldPath): FieldError[] {
  const set = VALUES.filter((field) => attribute[field] !== undefined);
  const text = (field: "string" | "version") => {
    const value = attribute[field];
    return value === undefined ? [] : checkValue(field, asText(value), path.child(field));
  };
  const why = "exactly one value must be specified";
  return [
    ...text("string"),
    ...text("version"),
    ...(set.length === 0 ? [invalid(path, "", why)] : []),
    ...(set.length > 1 ? [withGoStruct(invalid(path, attribute, why), "resource/v1.DeviceAttribute")] : []),
  ];
}

function checkValue(kind: "string" | "version", text: string, path: FieldPath): FieldError[] {
  const isWrong = kind === "version" && !VERSION.test(text);
  return [
    ...(isWrong ? [invalid(path, text, "must be a string compatible with semver.org spec 2.0.0")] : []),
    ...(utf8Length(text) > MAX_TEXT ? [tooLong(path, MAX_TEXT)] : []),
  ];
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
