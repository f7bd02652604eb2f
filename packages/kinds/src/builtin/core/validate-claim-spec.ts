import {
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
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
import { checkLabel, checkSubdomain, checkSupported } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";

/** Errors that an update of a claim may keep. */
export interface ClaimLeniency {
  readonly allowsInvalidSelector?: boolean;
  readonly allowsInvalidApiGroup?: boolean;
}

/** Allowed access modes, sorted as errors list them. */
const ACCESS_MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** Validates a PersistentVolumeClaim, or a template for one in a Pod or a StatefulSet. */
export function validateClaimSpec(spec: JsonObject, path: FieldPath, leniency: ClaimLeniency = {}): FieldError[] {
  const { storageClassName, volumeMode, volumeAttributesClassName, selector } = spec;
  return [
    ...(asTexts(spec.accessModes).length === 0
      ? [required(path.child("accessModes"), "at least 1 access mode is required")]
      : []),
    ...(isJsonObject(selector) && leniency.allowsInvalidSelector !== true
      ? validateLabelSelector(selector, path.child("selector"))
      : []),
    ...validateAccessModes(asTexts(spec.accessModes), path.child("accessModes")),
    ...validateStorage(spec, path.child("resources").key("storage")),
    ...checkName(storageClassName, path.child("storageClassName")),
    ...(volumeMode === undefined ? [] : checkSupported(volumeMode, path.child("volumeMode"), ["Block", "Filesystem"])),
    ...validateDataSources(spec, path, leniency),
    ...checkName(volumeAttributesClassName, path.child("volumeAttributesClassName")),
  ];
}

function checkName(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return asText(value) === "" ? [] : checkSubdomain(value, path);
}

function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const hasAlone = modes.includes("ReadWriteOncePod");
  const hasOther = modes.some((mode) => mode !== "ReadWriteOncePod" && ACCESS_MODES.includes(mode));
  return [
    ...modes.flatMap((mode) => checkSupported(mode, path, ACCESS_MODES)),
    ...(hasAlone && hasOther ? [forbidden(path, "may not use ReadWriteOncePod with other access modes")] : []),
  ];
}

function validateStorage(spec: JsonObject, path: FieldPath): FieldError[] {
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
  leniency: ClaimLeniency,
): FieldError[] {
  const source = isJsonObject(dataSource) ? dataSource : undefined;
  const ref = isJsonObject(dataSourceRef) ? dataSourceRef : undefined;
  const namespace = asText(ref?.namespace);
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
