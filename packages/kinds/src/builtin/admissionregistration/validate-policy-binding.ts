import {
  asText,
  asTexts,
  checkDns1123Subdomain,
  checkPathSegmentName,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelectorObject,
  notSupported,
  required,
  validateLabelSelector,
} from "@kiln/api";
import { findRepeats } from "../find-repeats.ts";
import { SPEC } from "./judged-policy.ts";
import { refuseDeletions, validateMatchResources } from "./validate-match-resources.ts";

const ACTIONS = ["Audit", "Deny", "Warn"];

/** Binds a policy to requests and parameters. */
export function validatePolicyBinding(
  object: JsonObject,
  { isMutating }: { readonly isMutating: boolean },
): FieldError[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const matchPath = SPEC.child("matchResources");
  return [
    ...validatePolicyName(asText(spec.policyName), SPEC.child("policyName")),
    ...validateParamRef(spec.paramRef, SPEC.child("paramRef")),
    ...validateMatchResources(spec.matchResources, matchPath),
    ...(isMutating ? refuseDeletions(spec.matchResources, matchPath) : []),
    ...(isMutating ? [] : validateActions(asTexts(spec.validationActions), SPEC.child("validationActions"))),
  ];
}

function validatePolicyName(name: string, path: FieldPath): FieldError[] {
  return name === "" ? [required(path, "")] : checkDns1123Subdomain(name).map((fault) => invalid(path, name, fault));
}

const EXCLUSIVE = "name and selector are mutually exclusive";

function validateParamRef(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(value)) {
    return [];
  }
  const name = asText(value.name);
  const { selector } = value;
  const hasBoth = name !== "" && isJsonObject(selector);
  return [
    ...(name === "" ? [] : checkPathSegmentName(name).map((fault) => invalid(path.child("name"), name, fault))),
    ...(hasBoth ? [forbidden(path.child("name"), EXCLUSIVE)] : []),
    ...(isJsonObject(selector) ? validateLabelSelector(selector as LabelSelectorObject, path.child("selector")) : []),
    ...(hasBoth ? [forbidden(path.child("selector"), EXCLUSIVE)] : []),
    ...(name === "" && !isJsonObject(selector) ? [required(path, "one of name or selector must be specified")] : []),
    ...validateNotFoundAction(asText(value.parameterNotFoundAction), path.child("parameterNotFoundAction")),
  ];
}

function validateNotFoundAction(action: string, path: FieldPath): FieldError[] {
  if (action === "") {
    return [required(path, "")];
  }
  return action === "Deny" || action === "Allow" ? [] : [notSupported(path, action, ["Deny", "Allow"])];
}

function validateActions(actions: readonly string[], path: FieldPath): FieldError[] {
  const isRepeat = findRepeats(actions);
  return [
    ...actions.flatMap((action, i) => [
      ...(ACTIONS.includes(action) ? [] : [notSupported(path.index(i), action, ACTIONS)]),
      ...(isRepeat[i] === true ? [duplicate(path.index(i), action)] : []),
    ]),
    ...(actions.includes("Deny") && actions.includes("Warn")
      ? [
          invalid(
            path,
            [...actions],
            "must not contain both Deny and Warn (repeating the same validation failure information in the API " +
              "response and headers serves no purpose)",
          ),
        ]
      : []),
    ...(actions.length === 0 ? [required(path, "at least one validation action is required")] : []),
  ];
}
