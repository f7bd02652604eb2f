import {
  appendAll,
  asObjects,
  asText,
  checkDns1035Label,
  checkDns1123Subdomain,
  deepEqual,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  required,
} from "@kiln/api";
import { boolType, type CelType, dynType } from "@kiln/cel";
import type { AdmissionExpressions, ExpressionUse } from "../../expressions/admission-expressions.ts";
import { checkExpression, faultsOf } from "../../expressions/check-expression.ts";
import { fieldRules } from "../field-rules.ts";
import { type JudgedPolicy, SPEC } from "./judged-policy.ts";
import { validateMatchConditions } from "./validate-match-conditions.ts";
import { refuseDeletions, validateMatchResources } from "./validate-match-resources.ts";
import { validateMutations } from "./validate-mutations.ts";
import { validateValidations } from "./validate-validations.ts";

export interface PolicyRules {
  readonly expressions: AdmissionExpressions;
  readonly isMutating: boolean;
}

export function validatePolicy(object: JsonObject, rules: PolicyRules, old?: JsonObject): FieldError[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const before = isJsonObject(old?.spec) ? old.spec : undefined;
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const hasParams = isJsonObject(spec.paramKind);
  const { expressions, isMutating } = rules;
  const variables = judgeVariables(spec, expressions, { hasParams, isMutating });
  const use: ExpressionUse = { hasParams, hasAuthorizer: true, ...variables.use };
  const policy: JudgedPolicy = { name: asText(metadata.name), spec, expressions, use };
  return [
    ...checkFailurePolicy(spec, SPEC),
    ...(hasParams ? checkParamKind(spec.paramKind as JsonObject, SPEC.child("paramKind")) : []),
    ...validateConstraints(spec, isMutating),
    ...(before !== undefined && hasSameConditions(spec, before) ? [] : validateConditions(policy)),
    ...variables.errors,
    ...(isMutating ? validateMutations(policy) : validateValidations(policy)),
  ];
}

const checkFailurePolicy = fieldRules({ failurePolicy: "present;enumText=Fail|Ignore" });
const checkParamKind = fieldRules({ apiVersion: ["required", checkParamVersion], kind: ["required", checkParamName] });

function checkParamVersion(apiVersion: string, path: FieldPath): FieldError[] {
  const parts = apiVersion === "/" ? ["", ""] : apiVersion.split("/");
  if (parts.length > 2) {
    return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  }
  const [group = "", version = ""] = parts.length === 1 ? ["", apiVersion] : parts;
  const groupFaults = group === "" ? [] : checkDns1123Subdomain(group);
  const versionFaults = version === "" ? [] : checkDns1035Label(version);
  return [
    ...(groupFaults.length === 0 ? [] : [invalid(path, group, groupFaults.join(","))]),
    ...(version === "" ? [invalid(path, apiVersion, "version must be specified")] : []),
    ...(versionFaults.length === 0 ? [] : [invalid(path, version, versionFaults.join(","))]),
  ];
}

function checkParamName(kind: string, path: FieldPath): FieldError[] {
  const faults = checkDns1035Label(kind.toLowerCase());
  return faults.length === 0
    ? []
    : [invalid(path, kind, `may have mixed case, but should otherwise match: ${faults.join(",")}`)];
}

/** Validates matchConstraints, which must have a rule, so that the kinds of the expressions are known. */
function validateConstraints({ matchConstraints }: JsonObject, isMutating: boolean): FieldError[] {
  const path = SPEC.child("matchConstraints");
  if (!isJsonObject(matchConstraints)) {
    return [required(path, "")];
  }
  return [
    ...validateMatchResources(matchConstraints, path),
    ...(asObjects(matchConstraints.resourceRules).length === 0 ? [required(path.child("resourceRules"), "")] : []),
    ...(isMutating ? refuseDeletions(matchConstraints, path) : []),
  ];
}

function hasSameConditions(spec: JsonObject, before: JsonObject): boolean {
  return (
    deepEqual(spec.paramKind ?? null, before.paramKind ?? null) &&
    deepEqual(spec.matchConditions ?? null, before.matchConditions ?? null)
  );
}

function validateConditions({ spec, expressions, use }: JudgedPolicy): FieldError[] {
  const { hasParams = false } = use;
  const condition: ExpressionUse = { returns: [boolType], hasParams, hasAuthorizer: true };
  return validateMatchConditions(spec.matchConditions, SPEC.child("matchConditions"), (expression, path) =>
    checkExpression(expressions, { expression, path, use: condition }),
  );
}

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return var " +
    "void while"
  ).split(" "),
);

interface JudgedVariables {
  readonly errors: readonly FieldError[];
  readonly use: Pick<ExpressionUse, "variables">;
}

/** Validates the variables of a policy; each may use the earlier ones. */
function judgeVariables(
  { variables }: JsonObject,
  expressions: AdmissionExpressions,
  { hasParams, isMutating }: { readonly hasParams: boolean; readonly isMutating: boolean },
): JudgedVariables {
  const list = asObjects(variables);
  const types = new Map<string, CelType>();
  const errors: FieldError[] = [];
  for (const [i, variable] of list.entries()) {
    const path = SPEC.child("variables").index(i);
    const name = asText(variable.name);
    appendAll(errors, validateVariableName(name, path.child("name")));
    const expression = asText(variable.expression);
    if (expression.trim() === "") {
      errors.push(required(path.child("expression"), "expression is not specified"));
      continue;
    }
    const compiled = expressions.compile(expression, { hasParams, hasAuthorizer: true, variables: types });
    appendAll(errors, faultsOf(compiled, { path: path.child("expression"), expression }));
    types.set(name, compiled.program?.type ?? dynType);
  }
  // Kubernetes: a policy without variables does not declare `variables`, unless it mutates
  // (admissionregistration/validation/validation.go validateValidatingAdmissionPolicySpec, v1.36).
  return { errors, use: list.length > 0 || isMutating ? { variables: types } : {} };
}

function validateVariableName(name: string, path: FieldPath): FieldError[] {
  if (name.trim() === "") {
    return [required(path, "name is not specified")];
  }
  return IDENTIFIER.test(name) && !RESERVED.has(name) ? [] : [invalid(path, name, "must be a valid CEL identifier")];
}
