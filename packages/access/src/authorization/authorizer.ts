import type { FieldSelector, LabelSelector, User } from "@kiln/api";

/** Attributes of a request that authorization depends on. */
export interface Attributes {
  readonly user: User;
  readonly verb: string;
  /** False for non-resource paths, which have only `verb` and `path`. */
  readonly isResource: boolean;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Namespace; empty for cluster-scoped objects and for all namespaces. */
  readonly namespace: string;
  /** Name of the object; empty for a collection. */
  readonly name: string;
  /** Field selector; absent if the request has none, or an invalid one. */
  readonly fieldSelector?: FieldSelector;
  readonly labelSelector?: LabelSelector;
}

/** Decision of one authorizer. No opinion: the next authorizer is called; without any opinion the request is denied. */
export interface Verdict {
  readonly decision: "allow" | "deny" | "no-opinion";
  /** Reason, part of the response to a denied request; may be empty. */
  readonly reason: string;
  /** Evaluation error. Unless another authorizer allows the request, this is a 500. */
  readonly error?: string;
}

/** Rules of a user in a namespace, for a SelfSubjectRulesReview. */
export interface RuleSummary {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** True if the list may be incomplete. */
  readonly isIncomplete: boolean;
  /** Errors while the list was made. */
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

/** Authorizes requests. Synchronous unless it calls a webhook, so that an allowed request need not wait a turn. */
export interface Authorizer {
  authorize(attributes: Attributes): Verdict | Promise<Verdict>;
  rulesFor(user: User, namespace: string): RuleSummary;
}

/**
 * Group of users that are allowed everything, whatever the authorizers decide, and are never rejected for lack of
 * capacity.
 */
export const ADMINISTRATORS = "system:masters";

export const ALLOWED: Verdict = { decision: "allow", reason: "" };
export const NO_OPINION: Verdict = { decision: "no-opinion", reason: "" };

export const NO_RULES: RuleSummary = { resourceRules: [], nonResourceRules: [], isIncomplete: false, errors: [] };
