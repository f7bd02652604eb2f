import {
  type Attributes,
  type ServiceAccountName,
  serviceAccountGroups,
  serviceAccountUser,
  type Verdict,
} from "@kiln/access";
import { parseFieldSelector, parseLabelSelector, type User } from "@kiln/api";
import {
  type AuthorizationCheck,
  type AuthorizationDecision,
  type CelValue,
  createAuthorizer,
  createResourceCheck,
} from "@kiln/cel";
import { groupResourceOf } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";

/** CEL variable `authorizer` for the expressions of one request. Each permission is checked once. */
export interface PolicyAuthorizer {
  readonly bindings: Readonly<Record<string, CelValue>>;
  /**
   * Decisions that the evaluation must wait for; undefined if all were available at once. After a wait the evaluation
   * is invalid, and must be repeated.
   */
  waiting(): Promise<unknown> | undefined;
}

export function createPolicyAuthorizer(attributes: AdmissionAttributes): PolicyAuthorizer {
  const { services, resource, subresource, namespace, name } = attributes;
  const known = new Map<string, AuthorizationDecision>();
  let asked: Promise<unknown>[] = [];
  const decide = (check: AuthorizationCheck) => {
    const key = JSON.stringify(check);
    const answer = known.get(key) ?? services.authorizer.authorize(toAttributes(attributes.requester.user, check));
    if (!(answer instanceof Promise)) {
      const decision = "decision" in answer ? toDecision(answer) : answer;
      known.set(key, decision);
      return decision;
    }
    asked.push(answer.then((verdict) => known.set(key, toDecision(verdict))));
    return undefined;
  };
  const requestResource = { ...groupResourceOf(resource), subresource, namespace, name };
  return {
    bindings: {
      authorizer: createAuthorizer(decide),
      "authorizer.requestResource": createResourceCheck(decide, requestResource),
    },
    waiting: () => {
      const waiting = asked;
      asked = [];
      return waiting.length === 0 ? undefined : Promise.all(waiting);
    },
  };
}

function toDecision({ decision, reason, error }: Verdict): AuthorizationDecision {
  return { isAllowed: decision === "allow", reason, ...(error === undefined ? {} : { error }) };
}

function toAttributes(user: User, check: AuthorizationCheck): Attributes {
  const { verb, serviceAccount, path, group = "", resource = "", subresource = "", namespace = "", name = "" } = check;
  const field = check.fieldSelector === undefined ? undefined : parseFieldSelector(check.fieldSelector).value;
  const label = check.labelSelector === undefined ? undefined : parseLabelSelector(check.labelSelector).value;
  return {
    user: serviceAccount === undefined ? user : toUser(serviceAccount),
    verb,
    isResource: path === undefined,
    path: path ?? "",
    group,
    version: "*",
    resource,
    subresource,
    namespace,
    name,
    ...(field === undefined ? {} : { fieldSelector: field }),
    ...(label === undefined ? {} : { labelSelector: label }),
  };
}

function toUser(account: ServiceAccountName): User {
  return { name: serviceAccountUser(account), groups: serviceAccountGroups(account.namespace) };
}
