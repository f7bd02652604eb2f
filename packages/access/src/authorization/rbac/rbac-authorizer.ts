import type { User } from "@kiln/api";
import { ruleCoversKind, ruleCoversName } from "@kiln/kinds";
import { type Attributes, type Authorizer, NO_OPINION, type RuleSummary, type Verdict } from "../authorizer.ts";
import { printErrors } from "../authorizer-chain.ts";
import type { RbacPolicy } from "./rbac-policy.ts";
import { describeMissing, type Grant, type ResolvedRules, resolveRules } from "./resolve-rules.ts";

/** Cached decisions for one user, valid until roles or bindings change. */
interface Findings {
  readonly generation: number;
  /** Rules of the user by namespace. */
  readonly rules: Map<string, ResolvedRules>;
  /**
   * Grants that cover a request, its object name aside, in order; the last one covers every name, if any does. A kind
   * thus costs one pass over the rules, however many objects it has.
   */
  readonly grants: Map<string, readonly Grant[]>;
}

/** Maximum cached decisions of a user; the cache is cleared when it is reached. */
const MAX_FINDINGS = 10_000;

/** Creates the RBAC authorizer. Users are compared by identity: authentication returns one object per user. */
export function createRbacAuthorizer(policy: RbacPolicy): Authorizer {
  const known = new WeakMap<User, Findings>();
  const findingsOf = (user: User): Findings => {
    const found = known.get(user);
    if (found !== undefined && found.generation === policy.generation && found.grants.size < MAX_FINDINGS) {
      return found;
    }
    const fresh: Findings = { generation: policy.generation, rules: new Map(), grants: new Map() };
    known.set(user, fresh);
    return fresh;
  };
  return {
    authorize: (attributes) => authorize(policy, findingsOf(attributes.user), attributes),
    rulesFor: (user, namespace) => summarize(rulesIn(policy, findingsOf(user), user, namespace)),
  };
}

/** Authorizes a request; caches the grants in `findings`. */
function authorize(policy: RbacPolicy, findings: Findings, attributes: Attributes): Verdict {
  const { user, verb, isResource, group, resource, subresource, namespace, name, path } = attributes;
  const scope = isResource ? namespace : "";
  const key = isResource ? [verb, group, resource, subresource, scope].join("\n") : `${verb}\n${path}`;
  let grants = findings.grants.get(key);
  if (grants === undefined) {
    grants = findGrants(rulesIn(policy, findings, user, scope), attributes);
    findings.grants.set(key, grants);
  }
  const grant = isResource ? grants.find(({ rule }) => ruleCoversName(rule, name)) : grants[0];
  return grant?.verdict ?? refusal(rulesIn(policy, findings, user, scope));
}

function findGrants({ grants }: ResolvedRules, attributes: Attributes): Grant[] {
  const covering = grants.filter(({ rule }) => ruleCoversKind(rule, attributes));
  const last = covering.findIndex(({ rule }) => rule.resourceNames.length === 0);
  return last < 0 ? covering : covering.slice(0, last + 1);
}

/** Rules of a user in a namespace, cached in `findings`. */
function rulesIn(policy: RbacPolicy, findings: Findings, user: User, namespace: string): ResolvedRules {
  const found = findings.rules.get(namespace) ?? resolveRules(policy, user, namespace);
  findings.rules.set(namespace, found);
  return found;
}

function refusal({ missing }: ResolvedRules): Verdict {
  return missing.length === 0
    ? NO_OPINION
    : { decision: "no-opinion", reason: `RBAC: ${printErrors(missing.map(describeMissing))}` };
}

function summarize({ grants, missing }: ResolvedRules): RuleSummary {
  const rules = grants.map(({ rule }) => rule);
  return {
    resourceRules: rules.filter(({ resources }) => resources.length > 0),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0),
    isIncomplete: false,
    errors: missing.map(describeMissing),
  };
}
