import {
  asInteger,
  asNamedString,
  asObjects,
  asText,
  checkCIdentifier,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printJson,
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { checkLabel, checkSupported, checkText, requireAnd } from "../field-checks.ts";
import { type CheckFields, fieldRules, type Scope } from "../field-rules.ts";
import { type CheckSelector, checkSelector, createSelectorCheck } from "./check-selector.ts";

// Limits of devices in claims, templates and classes.

const MAX_BYTES = 10 * 1024;
const EFFECTS = "enum=NoExecute|NoSchedule|None";

/** Properties of a whole claim that the validation of its parts depends on. */
export interface ClaimFacts {
  /** Names of the claim's requests. */
  readonly names: ReadonlySet<string>;
  readonly checkSelector: CheckSelector;
}

/** Validates the device requests of a claim. */
export function validateDeviceClaim(devices: JsonObject, path: FieldPath): FieldError[] {
  return checkDevices(devices, path, {
    given: { names: requestNames(devices), checkSelector: createSelectorCheck() },
  });
}

/** Names by which constraints and configurations reference requests: `request`, or `request/alternative`. */
export function requestNames(devices: JsonObject): ReadonlySet<string> {
  return new Set(
    asObjects(devices.requests).flatMap(({ name, firstAvailable }) => [
      asText(name),
      ...asObjects(firstAvailable).map((alternative) => `${asText(name)}/${asText(alternative.name)}`),
    ]),
  );
}

const checkExactRequest = fieldRules<ClaimFacts>(
  { deviceClassName: "required;subdomain", "selectors[<=32]": checkDeviceSelector },
  checkMode,
  {
    "tolerations[]": [{ key: "optional;qualifiedName" }, checkOperator, { effect: `optional;${EFFECTS}` }],
  },
);

const checkAlternatives = fieldRules<ClaimFacts>({
  "firstAvailable[<=8]": ["distinct=name", { name: "label" }, checkExactRequest],
});

function checkChoice(request: JsonObject, path: FieldPath, scope: Scope<ClaimFacts>): FieldError[] {
  const alternatives = asObjects(request.firstAvailable);
  const why = "exactly one of `exactly` or `firstAvailable` is required";
  if (isJsonObject(request.exactly)) {
    return alternatives.length > 0
      ? [invalid(path, null, `${why}, but multiple fields are set`)]
      : checkExactRequest(request.exactly, path.child("exactly"), scope);
  }
  return alternatives.length === 0 ? [required(path, why)] : checkAlternatives(request, path, scope);
}

function checkMode({ allocationMode, count }: JsonObject, path: FieldPath): FieldError[] {
  const number = asInteger(count);
  if (allocationMode === "All") {
    return Number(number) === 0
      ? []
      : [invalid(path.child("count"), number, "must not be specified when allocationMode is 'All'")];
  }
  if (allocationMode === "ExactCount") {
    return number <= 0 ? [invalid(path.child("count"), number, "must be greater than zero")] : [];
  }
  return checkSupported(allocationMode, path.child("allocationMode"), ["All", "ExactCount"]);
}

export function checkDeviceSelector({ cel }: JsonObject, path: FieldPath, { given }: Scope<ClaimFacts>): FieldError[] {
  const check = given?.checkSelector ?? checkSelector;
  return isJsonObject(cel)
    ? check(asText(cel.expression), path.child("cel", "expression"))
    : [required(path.child("cel"), "")];
}

function checkOperator({ operator, value }: JsonObject, path: FieldPath): FieldError[] {
  const text = asText(value);
  const at = path.child("value");
  if (operator === "Exists") {
    return text === "" ? [] : [invalid(at, text, "must be empty for operator `Exists`")];
  }
  if (operator === "Equal") {
    return checkText(text, at, checkLabelValue);
  }
  return requireAnd(operator, path.child("operator"), (given, where) =>
    checkSupported(given, where, ["Equal", "Exists"]),
  );
}

/** Validates a device taint. */
export const validateTaint: CheckFields = fieldRules({
  key: "qualifiedName",
  value: "optional;labelValue",
  effect: `required;${EFFECTS}`,
});

function checkAttribute({ matchAttribute, distinctAttribute }: JsonObject, path: FieldPath): FieldError[] {
  const why = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  if (matchAttribute !== undefined) {
    return checkFullName(asText(matchAttribute), path.child("matchAttribute")).map(asNamedString);
  }
  return distinctAttribute === undefined
    ? [required(path, why)]
    : checkFullName(asText(distinctAttribute), path.child("distinctAttribute"));
}

/** Validates references of a constraint or configuration to requests. */
export const checkReferences: CheckFields<ClaimFacts> = fieldRules<ClaimFacts>({
  "requests[<=32]": ["distinct", checkReference],
});

/** Validates a reference to a request. */
export function checkReference(
  value: JsonValue | undefined,
  path: FieldPath,
  { given }: Pick<Scope<ClaimFacts>, "given">,
): FieldError[] {
  const name = asText(value);
  const why = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const parts = name.split("/");
  return [
    ...(parts.length > 2 ? [] : parts.flatMap((part) => checkLabel(part, path))),
    ...(given?.names.has(name) && parts.length <= 2 ? [] : [invalid(path, name, why)]),
  ];
}

const MAX_ID = 32;

/** Validates the name of an attribute: `id`, or `domain/id`. */
export function checkAttributeName(name: string, path: FieldPath): FieldError[] {
  const [first = "", second, ...more] = name.split("/");
  if (more.length > 0) {
    return [];
  }
  if (second === undefined) {
    return checkId(first, path);
  }
  return [
    ...(first === "" ? [invalid(path, "", "the domain must not be empty")] : validateDriverName(first, path)),
    ...(second === "" ? [invalid(path, "", "the name must not be empty")] : checkId(second, path)),
  ];
}

function checkId(id: string, path: FieldPath): FieldError[] {
  return [...(utf8Length(id) > MAX_ID ? [tooLong(path, MAX_ID)] : []), ...checkText(id, path, checkCIdentifier)];
}

function checkFullName(name: string, path: FieldPath): FieldError[] {
  const why = "a fully qualified name must be a domain and a name separated by a slash";
  return [...checkAttributeName(name, path), ...(name.includes("/") ? [] : [invalid(path, name, why)])];
}

/** Validates the opaque configuration of a driver. */
export const validateConfiguration: CheckFields = fieldRules({
  opaque: ["required", { driver: validateDriverName, parameters: checkParameters }],
});

export function checkParameters(parameters: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (parameters === undefined || parameters === null) {
    return [required(path, "")];
  }
  if (utf8Length(printJson(parameters)) > MAX_BYTES) {
    return [tooLong(path, MAX_BYTES)];
  }
  return isJsonObject(parameters) ? [] : [invalid(path, "<value omitted>", "must be a valid JSON object")];
}

const checkDevices = fieldRules<ClaimFacts>({
  "requests[<=32]": ["distinct=name", { name: "label" }, checkChoice],
  "constraints[<=32]": [checkReferences, checkAttribute],
  "config[<=32]": [checkReferences, validateConfiguration],
});
