import type { FieldSelector, LabelSelector, User } from "@kiln/api";

/** Attributes of a request that authorization depends on. */
export interface Attributes {
  readonly user: User;
  readonly verb: string;
  /** False for non-resource paths, for which only `verb` and `path` count. */
  readonly isResource: boolean;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster-scoped objects and for all namespaces. */
  readonly namespace: string;
  /** Empty for a collection. */
  readonly name: string;
  /** Absent if the request has no selector, or an invalid one. */
  readonly fieldSelector?: FieldSelector;
  readonly labelSelector?: LabelSelector;
}

/** Decision of one authorizer. No opinion passes to the next; without any opinion the request is denied. */
export interface Verdict {
  readonly decision: "allow" | "deny" | "no-opinion";
  /** May be empty. Part of the response to a denied request. */
  readonly reason: string;
  /** Evaluation error. Unless another authorizer allows the request, this is a 500. */
  readonly error?: string;
}

/** Rules of a user in a namespace, for a SelfSubjectRulesReview. */
export interface RuleSummary {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** The list may be incomplete. */
  readonly isIncomplete: boolean;
  /** Empty if there were none. */
  readonly errors: readonly string[];
}

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** Synchronous unless it calls a webhook, so that an allowed request need not wait a turn. */
export interface Authorizer {
  authorize(attributes: Attributes): Verdict | Promise<Verdict>;
  rulesFor(user: User, namespace: string): RuleSummary;
}

/** Group that is allowed everything, whatever the authorizers decide, and is never rejected for lack of capacity. */
export const ADMINISTRATORS = "system:masters";

export const ALLOWED: Verdict = { decision: "allow", reason: "" };
export const NO_OPINION: Verdict = { decision: "no-opinion", reason: "" };

export const NO_RULES: RuleSummary = { resourceRules: [], nonResourceRules: [], isIncomplete: false, errors: [] };
