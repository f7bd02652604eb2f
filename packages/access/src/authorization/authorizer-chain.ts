import { appendAll } from "@kiln/api";
import {
  ADMINISTRATORS,
  ALLOWED,
  type Attributes,
  type Authorizer,
  type NonResourceRule,
  type ResourceRule,
  type RuleSummary,
  type Verdict,
} from "./authorizer.ts";

/** Authorizer that allows system:masters everything; for other users the first authorizer with an opinion decides. */
export function createAuthorizerChain(authorizers: readonly Authorizer[]): Authorizer {
  return {
    authorize: (attributes) =>
      attributes.user.groups.includes(ADMINISTRATORS) ? ALLOWED : askFrom(authorizers, 0, attributes, []),
    rulesFor: (user, namespace) => joinSummaries(authorizers.map((authorizer) => authorizer.rulesFor(user, namespace))),
  };
}

function askFrom(
  authorizers: readonly Authorizer[],
  start: number,
  attributes: Attributes,
  said: readonly Verdict[],
): Verdict | Promise<Verdict> {
  const heard = [...said];
  for (let i = start; i < authorizers.length; i++) {
    const verdict = (authorizers[i] as Authorizer).authorize(attributes);
    if (verdict instanceof Promise) {
      return verdict.then((later) =>
        later.decision === "no-opinion" ? askFrom(authorizers, i + 1, attributes, [...heard, later]) : later,
      );
    }
    if (verdict.decision !== "no-opinion") {
      return verdict;
    }
    heard.push(verdict);
  }
  return joinVerdicts(heard);
}

function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  const [only] = verdicts;
  if (only !== undefined && verdicts.length === 1) {
    return only;
  }
  const reasons = verdicts.map(({ reason }) => reason).filter((reason) => reason !== "");
  const errors = verdicts.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return {
    decision: "no-opinion",
    reason: reasons.join("\n"),
    ...(errors.length === 0 ? {} : { error: printErrors(errors) }),
  };
}

/**
 * Prints errors as one text. Kubernetes: several errors in brackets without duplicates, a single one without brackets
 * (util/errors/errors.go aggregate.Error, v1.36).
 */
export function printErrors(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length === 1 ? (different[0] as string) : `[${different.join(", ")}]`;
}

function joinSummaries(summaries: readonly RuleSummary[]): RuleSummary {
  const resourceRules: ResourceRule[] = [];
  const nonResourceRules: NonResourceRule[] = [];
  for (const summary of summaries) {
    appendAll(resourceRules, summary.resourceRules);
    appendAll(nonResourceRules, summary.nonResourceRules);
  }
  return {
    resourceRules,
    nonResourceRules,
    isIncomplete: summaries.some(({ isIncomplete }) => isIncomplete),
    errors: summaries.flatMap(({ errors }) => errors),
  };
}
