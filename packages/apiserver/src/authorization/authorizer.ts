import type { FieldSelector, LabelSelector, User } from "@kiln/api";

/** What somebody wants to do, as far as the right to do it depends on it. */
export interface Attributes {
  readonly user: User;
  readonly verb: string;
  /** False: a path, and nothing but `verb` and `path` counts. */
  readonly isResource: boolean;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for the cluster and for all namespaces. */
  readonly namespace: string;
  /** Empty for a collection. */
  readonly name: string;
  /** Absent if everything is asked for, or what is asked for makes no sense. */
  readonly fieldSelector?: FieldSelector;
  readonly labelSelector?: LabelSelector;
}

/** What one authorizer says. Who has no opinion leaves it to the next; nobody's opinion is a no. */
export interface Verdict {
  readonly decision: "allow" | "deny" | "no-opinion";
  /** May be empty. The client hears it with a refusal. */
  readonly reason: string;
  /** Why it could not be decided. Without somebody else's yes this is a 500. */
  readonly error?: string;
}

/** Which rules a user has somewhere, for programs that want to know without trying. */
export interface RuleSummary {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** There may be more that nobody can list. */
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

/** Answers at once unless it has to ask somebody outside: a request must not lose its turn for a right it has. */
export interface Authorizer {
  authorize(attributes: Attributes): Verdict | Promise<Verdict>;
  rulesFor(user: User, namespace: string): RuleSummary;
}

/** May do everything, whatever the authorizers say, and is never turned away for want of room. */
export const ADMINISTRATORS = "system:masters";

export const ALLOWED: Verdict = { decision: "allow", reason: "" };
export const NO_OPINION: Verdict = { decision: "no-opinion", reason: "" };

export const NO_RULES: RuleSummary = { resourceRules: [], nonResourceRules: [], isIncomplete: false, errors: [] };
