import { nameIsDns1123Label, nameIsDns1123Subdomain } from "@kiln/api";
import type { FunctionDeclaration, Overload } from "../check/declaration.ts";
import { addRanges, exactly, type Range, scaleRange } from "../check/range.ts";
import { type FunctionCosts, sizeOrAny, traversalFactor, unitCosts } from "../cost/library-costs.ts";
import { plainSize } from "../cost/size-of-value.ts";
import { noSuchOverload } from "../values/compare.ts";
import { boolType, type CelType, stringType, structType } from "../values/type.ts";
import { CelError, type CelValue, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

export const authorizerType: CelType = structType("kubernetes.authorization.Authorizer");
export const resourceCheckType: CelType = structType("kubernetes.authorization.ResourceCheck");
const pathCheckType = structType("kubernetes.authorization.PathCheck");
const groupCheckType = structType("kubernetes.authorization.GroupCheck");
const decisionType = structType("kubernetes.authorization.Decision");

/** Attributes of an authorization check that an expression requests. */
export interface AuthorizationCheck {
  readonly verb: string;
  /** User of the check; absent for the authorizer's own user. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  /** Path of a non-resource check. */
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Selector text as written in the expression: the authorizer parses it. */
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

export interface AuthorizationDecision {
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly error?: string;
}

/**
 * Decides a check synchronously, because nothing is awaited while an expression runs. If it returns undefined, the run
 * ends with an {@link UndecidedCheck}; the caller then makes the decision and runs the expression again.
 */
export type Decide = (check: AuthorizationCheck) => AuthorizationDecision | undefined;

/** Result of a run that needs a decision not made yet. */
export class UndecidedCheck extends CelError {
  readonly check: AuthorizationCheck;

  constructor(check: AuthorizationCheck) {
    super("the decision is not known yet");
    this.check = check;
  }
}

/** An authorizer, or a check under construction. */
class AuthorizationValue extends OpaqueValue {
  readonly typeName: string;
  readonly decide: Decide;
  readonly check: Omit<AuthorizationCheck, "verb">;

  constructor(type: CelType, decide: Decide, check: Omit<AuthorizationCheck, "verb">) {
    super();
    this.typeName = type.name;
    this.decide = decide;
    this.check = check;
  }

  equals(): CelError {
    return noSuchOverload();
  }

  print(): string {
    return this.typeName;
  }
}

class DecisionValue extends OpaqueValue {
  readonly typeName = decisionType.name;
  readonly decision: AuthorizationDecision;

  constructor(decision: AuthorizationDecision) {
    super();
    this.decision = decision;
  }

  equals(): CelError {
    return noSuchOverload();
  }

  print(): string {
    return this.typeName;
  }
}

/** The value of `authorizer`. */
export function createAuthorizer(decide: Decide): CelValue {
  return new AuthorizationValue(authorizerType, decide, {});
}

/** The value of `authorizer.requestResource`. */
export function createResourceCheck(decide: Decide, check: Omit<AuthorizationCheck, "verb" | "path">): CelValue {
  return new AuthorizationValue(resourceCheckType, decide, check);
}

/** Declares a function that returns the check with one more attribute. */
function step(
  name: string,
  { id, from, to = from }: { readonly id: string; readonly from: CelType; readonly to?: CelType },
  field: keyof AuthorizationCheck,
): FunctionDeclaration {
  const isNeeded = field === "path" || field === "resource";
  const call = (target: CelValue, text: CelValue) => {
    if (!(target instanceof AuthorizationValue) || typeof text !== "string") {
      return noSuchOverload();
    }
    return isNeeded && text.trim() === ""
      ? new CelError(`${field} must not be empty`)
      : new AuthorizationValue(to, target.decide, { ...target.check, [field]: text });
  };
  return { name, overloads: [{ id, args: [from, stringType], result: to, isMember: true, call }], ...unitCosts };
}

function forServiceAccount(target: CelValue, namespace: CelValue, name: CelValue): CelValue {
  if (!(target instanceof AuthorizationValue) || typeof namespace !== "string" || typeof name !== "string") {
    return noSuchOverload();
  }
  if (nameIsDns1123Subdomain(name, "name").length > 0) {
    return new CelError("Invalid service account name");
  }
  return nameIsDns1123Label(namespace, "name").length > 0
    ? new CelError("Invalid service account namespace")
    : new AuthorizationValue(authorizerType, target.decide, { serviceAccount: { namespace, name } });
}

function check(target: CelValue, verb: CelValue): CelValue {
  if (!(target instanceof AuthorizationValue) || typeof verb !== "string") {
    return noSuchOverload();
  }
  const asked: AuthorizationCheck = { ...target.check, verb };
  const decision = target.decide(asked);
  if (decision === undefined) {
    throw new UndecidedCheck(asked);
  }
  return new DecisionValue(decision);
}

function reading(
  name: string,
  { id, result }: Pick<Overload, "id" | "result">,
  read: (decision: AuthorizationDecision) => CelValue,
): FunctionDeclaration {
  const call = (value: CelValue) => (value instanceof DecisionValue ? read(value.decision) : noSuchOverload());
  return { name, overloads: [{ id, args: [decisionType], result, isMember: true, call }], ...unitCosts };
}

const checkCost = 350_000;

/** Library of `authorizer` and its checks. */
export const authorizerLibrary: Library = {
  name: "authorizer",
  introduced: "1.27",
  functions: [
    step("path", { id: "authorizer_path", from: authorizerType, to: pathCheckType }, "path"),
    step("group", { id: "authorizer_group", from: authorizerType, to: groupCheckType }, "group"),
    {
      name: "serviceAccount",
      overloads: [
        {
          id: "authorizer_serviceaccount",
          args: [authorizerType, stringType, stringType],
          result: authorizerType,
          isMember: true,
          call: forServiceAccount,
        },
      ],
      ...unitCosts,
    },
    step("resource", { id: "groupcheck_resource", from: groupCheckType, to: resourceCheckType }, "resource"),
    step("subresource", { id: "resourcecheck_subresource", from: resourceCheckType }, "subresource"),
    step("namespace", { id: "resourcecheck_namespace", from: resourceCheckType }, "namespace"),
    step("name", { id: "resourcecheck_name", from: resourceCheckType }, "name"),
    {
      name: "check",
      overloads: [
        { id: "pathcheck_check", args: [pathCheckType, stringType], result: decisionType, isMember: true, call: check },
        {
          id: "resourcecheck_check",
          args: [resourceCheckType, stringType],
          result: decisionType,
          isMember: true,
          call: check,
        },
      ],
      cost: () => checkCost,
      estimate: () => ({ cost: exactly(checkCost) }),
    },
    reading("errored", { id: "decision_errored", result: boolType }, ({ error }) => error !== undefined),
    reading("error", { id: "decision_error", result: stringType }, ({ error }) => error ?? ""),
    reading("allowed", { id: "decision_allowed", result: boolType }, ({ isAllowed }) => isAllowed),
    reading("reason", { id: "decision_reason", result: stringType }, ({ reason }) => reason),
  ],
};

/** Cost of parsing a selector, which may have a requirement for every two characters. */
function selectorCost(size: Range): Range {
  const requirements = scaleRange(scaleRange(size, 0.5), 50);
  return addRanges(exactly(10), scaleRange(size, traversalFactor), requirements);
}

const selectorCosts: FunctionCosts = {
  cost: ([, text]) => selectorCost(exactly(plainSize(text as CelValue))).max,
  estimate: ([, text]) => ({ cost: selectorCost(sizeOrAny(text)) }),
};

/** Library of the functions that restrict a check by selectors. */
export const authorizerSelectorsLibrary: Library = {
  name: "authorizer selectors",
  introduced: "1.31",
  functions: [
    {
      ...step("fieldSelector", { id: "authorizer_fieldselector", from: resourceCheckType }, "fieldSelector"),
      ...selectorCosts,
    },
    {
      ...step("labelSelector", { id: "authorizer_labelselector", from: resourceCheckType }, "labelSelector"),
      ...selectorCosts,
    },
  ],
};
