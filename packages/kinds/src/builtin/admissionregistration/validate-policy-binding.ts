import {
  asObject,
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  required,
} from "@kiln/api";
import { type CheckFields, fieldRules } from "../field-rules.ts";
import { SPEC } from "./judged-policy.ts";
import { refuseDeletions, validateMatchResources } from "./validate-match-resources.ts";

const checkBinding = fieldRules({
  policyName: "required;subdomain",
  paramRef: [
    "pointer",
    { name: "optional;segment" },
    forbidBoth("name"),
    { selector: "pointer;selector" },
    forbidBoth("selector"),
    requireOne,
    { parameterNotFoundAction: "required;enum=Deny|Allow" },
  ],
  matchResources: validateMatchResources,
});
const checkMutating = fieldRules({ matchResources: refuseDeletions });
const checkActions = fieldRules(
  { "validationActions[]": "enum=Audit|Deny|Warn;unique" },
  ({ validationActions }, path) => {
    const actions = asTexts(validationActions);
    return actions.includes("Deny") && actions.includes("Warn")
      ? [invalid(path.child("validationActions"), actions, DENY_AND_WARN)]
      : [];
  },
  { validationActions: "required=at least one validation action is required" },
);

const DENY_AND_WARN =
  "must not contain both Deny and Warn (repeating the same validation failure information in the API " +
  "response and headers serves no purpose)";

/** Validates a binding of a policy to requests and parameters. */
export function validatePolicyBinding(
  { spec }: JsonObject,
  { isMutating }: { readonly isMutating: boolean },
): FieldError[] {
  return [...checkBinding(asObject(spec), SPEC), ...(isMutating ? checkMutating : checkActions)(asObject(spec), SPEC)];
}

function forbidBoth(field: string): CheckFields {
  return ({ name, selector }, path) =>
    asText(name) !== "" && isJsonObject(selector)
      ? [forbidden(path.child(field), "name and selector are mutually exclusive")]
      : [];
}

function requireOne({ name, selector }: JsonObject, path: FieldPath): FieldError[] {
  return asText(name) === "" && !isJsonObject(selector)
    ? [required(path, "one of name or selector must be specified")]
    : [];
}
