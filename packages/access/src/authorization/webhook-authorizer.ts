import { type Clock, getOwn, isJsonObject, type JsonObject, type Logger, textAt } from "@kiln/api";
import { userInfo } from "../user-info.ts";
import { ALLOWED, type Attributes, type Authorizer, NO_OPINION, NO_RULES, type Verdict } from "./authorizer.ts";
import { describeSelectors, type SelectorRequirement } from "./describe-selectors.ts";
import { meetsRequestConditions, type RequestCondition } from "./request-conditions.ts";

/** Configuration of an authorization webhook. */
export interface WebhookAuthorizerOptions {
  readonly name: string;
  /** Sends a SubjectAccessReview and returns the response. Rejects if the webhook fails. */
  readonly ask: (review: JsonObject) => Promise<JsonObject>;
  /** Version of the SubjectAccessReview that is sent. */
  readonly version: "v1" | "v1beta1";
  /** Time for which a response is cached. */
  readonly allowedMs: number;
  readonly refusedMs: number;
  /** Decision if the webhook, or the evaluation of a condition, fails. */
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** Conditions of the calls: the webhook is called only if a request meets all. */
  readonly conditions?: readonly RequestCondition[];
  readonly clock: Clock;
  readonly log: Logger;
}

interface Remembered {
  readonly verdict: Verdict;
  readonly untilMs: number;
}

/**
 * Kubernetes: 8192 decisions are cached, and none for attributes above 10,000 bytes (authorizer/webhook/webhook.go
 * maxControlledAttrCacheSize, v1.36).
 */
const MAX_REMEMBERED = 8192;
const MAX_QUESTION = 10_000;

export function createWebhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { clock, allowedMs, refusedMs } = options;
  const known = new Map<string, Remembered>();
  const remember = (question: string, verdict: Verdict): void => {
    if (verdict.error !== undefined || question.length > MAX_QUESTION) {
      return;
    }
    if (known.size >= MAX_REMEMBERED) {
      known.clear();
    }
    const lastsMs = verdict.decision === "allow" ? allowedMs : refusedMs;
    known.set(question, { verdict, untilMs: clock.monotonicMs() + lastsMs });
  };
  return {
    authorize(attributes) {
      const { isMet, error } = meetsRequestConditions(options.conditions ?? [], attributes);
      if (error !== undefined) {
        return undecided(options, error);
      }
      if (!isMet) {
        return NO_OPINION;
      }
      const spec = toSpec(attributes, options.version);
      const question = JSON.stringify(spec);
      const found = known.get(question);
      if (found !== undefined && found.untilMs > clock.monotonicMs()) {
        return found.verdict;
      }
      return ask(options, spec).then((verdict) => {
        remember(question, verdict);
        return verdict;
      });
    },
    // Kubernetes: a webhook cannot list the rules of a user (authorizer/webhook/webhook.go RulesFor, v1.36).
    rulesFor: () => ({
      ...NO_RULES,
      isIncomplete: true,
      errors: ["webhook authorizer does not support user rule resolution"],
    }),
  };
}

function undecided({ failurePolicy }: WebhookAuthorizerOptions, error: string): Verdict {
  return { decision: failurePolicy === "Deny" ? "deny" : "no-opinion", reason: "", error };
}

async function ask(options: WebhookAuthorizerOptions, spec: JsonObject): Promise<Verdict> {
  const { name, ask: send, version, log } = options;
  try {
    const apiVersion = `authorization.k8s.io/${version}`;
    const review = await send({
      apiVersion,
      kind: "SubjectAccessReview",
      metadata: {},
      spec,
      status: { allowed: false },
    });
    return readStatus(getOwn(review, "status"));
  } catch (error) {
    log.error({ err: error, webhook: name }, "authorization webhook: call failed");
    return undecided(options, error instanceof Error ? error.message : String(error));
  }
}

function readStatus(value: unknown): Verdict {
  const status = isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
  const [isAllowed, isDenied] = [status.allowed === true, status.denied === true];
  const reason = textAt(status, "reason");
  if (isAllowed && isDenied) {
    const error = "webhook subject access review returned both allow and deny response";
    return { decision: "deny", reason, error };
  }
  if (isDenied) {
    return { decision: "deny", reason };
  }
  return isAllowed ? { ...ALLOWED, reason } : { decision: "no-opinion", reason };
}

function toSpec({ user, ...asked }: Attributes, version: "v1" | "v1beta1"): JsonObject {
  const { username, groups, ...rest } = userInfo(user);
  const what = asked.isResource
    ? { resourceAttributes: toResourceAttributes(asked) }
    : { nonResourceAttributes: { path: asked.path, verb: asked.verb } };
  return {
    ...what,
    user: username ?? "",
    // Kubernetes: v1beta1 names the list of groups in the singular (authorization/v1beta1/types.go
    // SubjectAccessReviewSpec, v1.36).
    ...(groups === undefined ? {} : { [version === "v1" ? "groups" : "group"]: groups }),
    ...rest,
  };
}

function toResourceAttributes(asked: Omit<Attributes, "user">): JsonObject {
  const { namespace, verb, group, version, resource, subresource, name } = asked;
  const texts = Object.entries({ namespace, verb, group, version, resource, subresource, name });
  const { fieldSelector, labelSelector } = describeSelectors(asked);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== "")),
    ...(fieldSelector.length === 0 ? {} : { fieldSelector: { requirements: fieldSelector.map(toWire) } }),
    ...(labelSelector.length === 0 ? {} : { labelSelector: { requirements: labelSelector.map(toWire) } }),
  };
}

function toWire({ key, operator, values }: SelectorRequirement): JsonObject {
  return { key, operator, ...(values.length === 0 ? {} : { values }) };
}
