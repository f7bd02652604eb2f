import {
  asText,
  checkAnnotationKey,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  notSupported,
  parseQuantity,
  printQuantity,
  quantitySign,
  required,
} from "@kiln/api";
import { checkQualifiedName, checkText } from "../../field-checks.ts";
import { type CheckFields, fieldRules } from "../../field-rules.ts";

/** Fields that environment variables may reference, sorted as errors list them. */
const VARIABLE_FIELDS: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Fields that volumes may reference, sorted as errors list them. */
const FILE_FIELDS: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** Field labels of a Pod in the API, of which containers may reference only some. */
const FIELD_LABELS: readonly string[] = [
  ...VARIABLE_FIELDS,
  "metadata.annotations",
  "metadata.labels",
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
];

/** Validation of `fieldRef`, a reference to one of the known fields of the Pod. */
function fieldRefTo(known: readonly string[]): CheckFields {
  return fieldRules((ref, path) => {
    const errors = checkNames(ref, path);
    return errors.length > 0 ? errors.slice(0, 1) : validateLabel(ref, path, known);
  });
}

const checkNames = fieldRules({ "apiVersion,fieldPath": "required" });

/** Validates the `fieldRef` of a variable. */
export const validateVariableRef: CheckFields = fieldRefTo(VARIABLE_FIELDS);

/** Validates the `fieldRef` of a file. */
export const validateFileRef: CheckFields = fieldRefTo(FILE_FIELDS);

function validateLabel(ref: JsonObject, path: FieldPath, known: readonly string[]): FieldError[] {
  const label = asText(ref.fieldPath);
  const fault = labelFault(asText(ref.apiVersion), label);
  if (fault !== undefined) {
    return [invalid(path.child("fieldPath"), label, `error converting fieldPath: ${fault}`)];
  }
  const [field, key] = splitSubscript(label);
  if (key !== undefined) {
    return field === "metadata.annotations"
      ? checkText(key.toLowerCase(), path, checkAnnotationKey)
      : checkQualifiedName(key, path);
  }
  const name = field === "spec.host" ? "spec.nodeName" : field;
  return known.includes(name) ? [] : [notSupported(path.child("fieldPath"), name, known)];
}

function labelFault(version: string, label: string): string | undefined {
  if (version !== "v1") {
    return `unsupported pod version: ${version}`;
  }
  const [field, key] = splitSubscript(label);
  if (key !== undefined) {
    const hasKeys = field === "metadata.annotations" || field === "metadata.labels";
    return hasKeys ? undefined : `field label does not support subscript: ${label}`;
  }
  return FIELD_LABELS.includes(label) || label === "spec.host" ? undefined : `field label not supported: ${label}`;
}

/** Splits a path with a subscript: `metadata.labels['a']` is the label a. */
function splitSubscript(label: string): readonly [string, string | undefined] {
  const start = label.indexOf("['");
  return start > 0 && label.endsWith("']") && label.length >= start + 4
    ? [label.slice(0, start), label.slice(start + 2, -2)]
    : [label, undefined];
}

const RESOURCE_FIELDS: readonly string[] = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];
const HUGE_PAGES = ["limits.hugepages-", "requests.hugepages-"];

/** Validates the `resourceFieldRef` of a variable. */
export function validateResourceRef(ref: JsonObject, path: FieldPath): FieldError[] {
  return validateResourceFieldRef(ref, path, { needsContainer: false });
}

/** Validates `resourceFieldRef`: a reference to a container's resource. In a volume it names the container. */
export function validateResourceFieldRef(
  ref: JsonObject,
  path: FieldPath,
  { needsContainer }: { readonly needsContainer: boolean },
): FieldError[] {
  const resource = asText(ref.resource);
  const isKnown = RESOURCE_FIELDS.includes(resource) || HUGE_PAGES.some((prefix) => resource.startsWith(prefix));
  const errors: FieldError[] = [];
  if (needsContainer && asText(ref.containerName) === "") {
    errors.push(required(path.child("containerName"), ""));
  } else if (resource === "") {
    errors.push(required(path.child("resource"), ""));
  } else if (!isKnown) {
    errors.push(notSupported(path.child("resource"), resource, RESOURCE_FIELDS));
  }
  return [...errors, ...validateDivisor(resource, asText(ref.divisor), path.child("divisor"))];
}

const BYTES = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

function validateDivisor(resource: string, text: string, path: FieldPath): FieldError[] {
  const divisor = parseQuantity(text).value;
  if (divisor === undefined || quantitySign(divisor) === 0) {
    return [];
  }
  const kind = resource.slice(resource.indexOf(".") + 1);
  const unit = unitOf(kind);
  if (unit === undefined || unit.divisors.includes(printQuantity(divisor))) {
    return [];
  }
  return [invalid(path, resource, `only divisor's values ${unit.listed} are supported with the ${unit.name} resource`)];
}

interface Unit {
  readonly name: string;
  readonly divisors: readonly string[];
  readonly listed: string;
}

function unitOf(kind: string): Unit | undefined {
  const bytes = (name: string) => ({ name, divisors: BYTES, listed: BYTES.join(", ") });
  switch (kind) {
    case "cpu":
      return { name: "cpu", divisors: ["1m", "1"], listed: "1m and 1" };
    case "memory":
      return bytes("memory");
    case "ephemeral-storage":
      return bytes("local ephemeral storage");
    default:
      return kind.startsWith("hugepages-") ? bytes("hugepages") : undefined;
  }
}
