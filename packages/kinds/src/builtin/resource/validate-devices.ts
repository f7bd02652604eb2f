import {
  asInteger,
  asObjects,
  asText,
  asTexts,
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
import {
  checkLabel,
  checkQualifiedName,
  checkSubdomain,
  checkSupported,
  checkText,
  requireAnd,
} from "../field-checks.ts";
import { checkList, checkSet } from "./check-list.ts";
import { type CheckSelector, createSelectorCheck } from "./check-selector.ts";

// Limits for devices in claims, templates and classes.

const MAX_REQUESTS = 32;
const MAX_CONSTRAINTS = 32;
const MAX_CONFIGS = 32;
const MAX_SELECTORS = 32;
const MAX_ALTERNATIVES = 8;
const MAX_BYTES = 10 * 1024;
const EFFECTS = ["NoExecute", "NoSchedule", "None"];

/** Device requests of a claim. */
export function validateDeviceClaim(devices: JsonObject, path: FieldPath): FieldError[] {
  const names = requestNames(devices);
  const check = createSelectorCheck();
  return [
    ...checkSet(asObjects(devices.requests), path.child("requests"), {
      max: MAX_REQUESTS,
      check: (request, at) => validateRequest(request, at, check),
      keyOf: ({ name }) => asText(name),
    }),
    ...checkList(asObjects(devices.constraints), path.child("constraints"), {
      max: MAX_CONSTRAINTS,
      check: (constraint, at) => validateConstraint(constraint, at, names),
    }),
    ...checkList(asObjects(devices.config), path.child("config"), {
      max: MAX_CONFIGS,
      check: (config, at) => [
        ...checkReferences(config, at.child("requests"), names),
        ...validateConfiguration(config, at),
      ],
    }),
  ];
}

/** Names by which others refer to them: `request`, or `request/alternative`. */
export function requestNames(devices: JsonObject): ReadonlySet<string> {
  return new Set(
    asObjects(devices.requests).flatMap(({ name, firstAvailable }) => [
      asText(name),
      ...asObjects(firstAvailable).map((alternative) => `${asText(name)}/${asText(alternative.name)}`),
    ]),
  );
}

function validateRequest(request: JsonObject, path: FieldPath, check: CheckSelector): FieldError[] {
  const alternatives = asObjects(request.firstAvailable);
  const hasExactly = isJsonObject(request.exactly);
  const errors = checkLabel(request.name, path.child("name"));
  const why = "exactly one of `exactly` or `firstAvailable` is required";
  if (alternatives.length > 0 && hasExactly) {
    return [...errors, invalid(path, null, `${why}, but multiple fields are set`)];
  }
  if (hasExactly) {
    return [...errors, ...validateExactRequest(request.exactly as JsonObject, path.child("exactly"), check)];
  }
  if (alternatives.length === 0) {
    return [...errors, required(path, why)];
  }
  return [
    ...errors,
    ...checkSet(alternatives, path.child("firstAvailable"), {
      max: MAX_ALTERNATIVES,
      check: (each, at) => [...checkLabel(each.name, at.child("name")), ...validateExactRequest(each, at, check)],
      keyOf: ({ name }) => asText(name),
    }),
  ];
}

function validateExactRequest(request: JsonObject, path: FieldPath, check: CheckSelector): FieldError[] {
  return [
    ...requireAnd(request.deviceClassName, path.child("deviceClassName"), checkSubdomain),
    ...validateSelectors(request.selectors, path.child("selectors"), check),
    ...checkMode(request, path),
    ...asObjects(request.tolerations).flatMap((toleration, i) =>
      validateToleration(toleration, path.child("tolerations").index(i)),
    ),
  ];
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

export function validateSelectors(
  selectors: JsonValue | undefined,
  path: FieldPath,
  check: CheckSelector = createSelectorCheck(),
): FieldError[] {
  return checkList(asObjects(selectors), path, {
    max: MAX_SELECTORS,
    check: ({ cel }, at) => {
      if (!isJsonObject(cel)) {
        return [required(at.child("cel"), "")];
      }
      return check(asText(cel.expression), at.child("cel", "expression"));
    },
  });
}

function validateToleration({ key, operator, value, effect }: JsonObject, path: FieldPath): FieldError[] {
  const text = asText(value);
  const at = path.child("value");
  const ofOperator =
    operator === "Exists"
      ? text === ""
        ? []
        : [invalid(at, text, "must be empty for operator `Exists`")]
      : operator === "Equal"
        ? checkText(text, at, checkLabelValue)
        : asText(operator) === ""
          ? [required(path.child("operator"), "")]
          : checkSupported(operator, path.child("operator"), ["Equal", "Exists"]);
  return [
    ...(asText(key) === "" ? [] : checkQualifiedName(key, path.child("key"))),
    ...ofOperator,
    ...(asText(effect) === "" ? [] : checkSupported(effect, path.child("effect"), EFFECTS)),
  ];
}

/** Validates a device taint. */
export function validateTaint({ key, value, effect }: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("effect");
  return [
    ...checkQualifiedName(key, path.child("key")),
    ...(asText(value) === "" ? [] : checkText(value, path.child("value"), checkLabelValue)),
    ...(asText(effect) === "" ? [required(at, "")] : checkSupported(effect, at, EFFECTS)),
  ];
}

function validateConstraint(constraint: JsonObject, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  const { matchAttribute, distinctAttribute } = constraint;
  const why = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  const ofAttribute =
    matchAttribute !== undefined
      ? checkFullName(asText(matchAttribute), path.child("matchAttribute"))
      : distinctAttribute !== undefined
        ? checkFullName(asText(distinctAttribute), path.child("distinctAttribute"))
        : [required(path, why)];
  return [...checkReferences(constraint, path.child("requests"), names), ...ofAttribute];
}

export function checkReferences({ requests }: JsonObject, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  return checkSet(asTexts(requests), path, {
    max: MAX_REQUESTS,
    check: (name, at) => checkReference(name, at, names),
    keyOf: (name) => name,
  });
}

export function checkReference(name: string, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  const why = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const parts = name.split("/");
  return [
    ...(parts.length > 2 ? [] : parts.flatMap((part) => checkLabel(part, path))),
    ...(names.has(name) && parts.length <= 2 ? [] : [invalid(path, name, why)]),
  ];
}

const MAX_ID = 32;

/** The name of an attribute: `id`, or `domain/id`. */
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

/** Opaque configuration of a driver. */
export function validateConfiguration({ opaque }: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("opaque");
  return isJsonObject(opaque)
    ? [
        ...validateDriverName(opaque.driver, at.child("driver")),
        ...checkParameters(opaque.parameters, at.child("parameters")),
      ]
    : [required(at, "")];
}

export function checkParameters(parameters: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (parameters === undefined || parameters === null) {
    return [required(path, "")];
  }
  if (utf8Length(printJson(parameters)) > MAX_BYTES) {
    return [tooLong(path, MAX_BYTES)];
  }
  return isJsonObject(parameters) ? [] : [invalid(path, "<value omitted>", "must be a valid JSON object")];
}
