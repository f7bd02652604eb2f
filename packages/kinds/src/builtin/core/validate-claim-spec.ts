import {
  asText,
  type FieldError,
  type FieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  parseQuantity,
  printQuantity,
  type Quantity,
  quantityMilliValue,
  quantitySign,
  quoteGo,
  required,
  validateLabelSelector,
} from "@kiln/api";
import { checkLabel, checkSubdomain } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { ACCESS_MODES } from "./access-modes.ts";

/** Errors that an update of a claim may keep. */
export interface ClaimLeniency {
  readonly allowsInvalidSelector?: boolean;
  readonly allowsInvalidApiGroup?: boolean;
}

/** Validates a PersistentVolumeClaim, or a template for one in a Pod or a StatefulSet. */
export function validateClaimSpec(spec: JsonObject, path: FieldPath, leniency: ClaimLeniency = {}): FieldError[] {
  return checkSpec(spec, path, { given: leniency });
}

const checkSpec = fieldRules<ClaimLeniency>(
  { accessModes: "required=at least 1 access mode is required", selector: ["pointer", checkSelector] },
  ACCESS_MODES,
  validateStorage,
  { storageClassName: "optional;subdomain", volumeMode: "pointer;enum=Block|Filesystem" },
  validateDataSources,
  { volumeAttributesClassName: "optional;subdomain" },
);

function checkSelector(selector: JsonObject, path: FieldPath, { given }: Scope<ClaimLeniency>): FieldError[] {
  return given?.allowsInvalidSelector === true ? [] : validateLabelSelector(selector, path);
}

function validateStorage(spec: JsonObject, around: FieldPath): FieldError[] {
  const path = around.child("resources").key("storage");
  const storage = amountOf(spec, "requests");
  if (storage === undefined) {
    return [required(path, "")];
  }
  return quantitySign(storage) > 0 ? [] : [invalid(path, printQuantity(storage), "must be greater than zero")];
}

function amountOf(spec: JsonObject, list: "requests" | "limits"): Quantity | undefined {
  const amount = getOwn(objectAt(spec, "resources", list), "storage");
  return amount === undefined ? undefined : parseQuantity(String(amount)).value;
}

function validateDataSources(
  { dataSource, dataSourceRef }: JsonObject,
  path: FieldPath,
  { given: leniency = {} }: Scope<ClaimLeniency>,
): FieldError[] {
  const source = isJsonObject(dataSource) ? dataSource : undefined;
  const ref = isJsonObject(dataSourceRef) ? dataSourceRef : undefined;
  const namespace = asText(ref?.namespace);
  if (source === undefined && ref === undefined) {
    return [];
  }
  const errors = [
    ...(source === undefined ? [] : validateDataSource(source, path.child("dataSource"), leniency)),
    ...(ref === undefined ? [] : validateDataSource(ref, path.child("dataSourceRef"), leniency)),
    ...(namespace === "" ? [] : checkLabel(namespace, path.child("dataSourceRef", "namespace"))),
  ];
  if (source === undefined || ref === undefined) {
    return errors;
  }
  // Kubernetes: prints the path as the value, which encodes as an empty object (core/validation/validation.go
  // ValidatePersistentVolumeClaimSpec, v1.36).
  const refuse = (detail: string) => ({ ...invalid(path, null, detail), printed: "{}" });
  if (namespace !== "") {
    return [...errors, refuse("may not be specified when dataSourceRef.namespace is specified")];
  }
  const isSame = ["apiGroup", "kind", "name"].every((field) => source[field] === ref[field]);
  return isSame ? errors : [...errors, refuse("must match dataSourceRef")];
}

const checkNames = fieldRules({ name: "required", kind: "required" });

function validateDataSource(source: JsonObject, path: FieldPath, leniency: ClaimLeniency): FieldError[] {
  const kind = asText(source.kind);
  const group = asText(source.apiGroup);
  const isUnknown = group === "" && kind !== "PersistentVolumeClaim";
  return [
    ...checkNames(source, path),
    ...(isUnknown
      ? [invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")]
      : []),
    ...(group === "" || leniency.allowsInvalidApiGroup === true ? [] : checkSubdomain(group, path.child("apiGroup"))),
  ];
}

/** Warns of storage requests and limits with fractions of a byte. */
export function warnOfClaimSpec(spec: JsonObject, path: FieldPath): string[] {
  return (["requests", "limits"] as const).flatMap((list) => {
    const amount = amountOf(spec, list);
    const isWhole = amount === undefined || quantityMilliValue(amount) % 1000n === 0n;
    const at = path.child("resources", list).key("storage");
    return isWhole
      ? []
      : [`${at}: fractional byte value ${quoteGo(printQuantity(amount))} is invalid, must be an integer`];
  });
}
