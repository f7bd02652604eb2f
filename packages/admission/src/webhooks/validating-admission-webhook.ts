import { appendAll, deepCopy, statusInternalError } from "@kiln/api";
import { type Resource, toServed } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin, Verdict } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import { annotate } from "../annotate.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";
import { WebhookFailure } from "../registered/webhook-failure.ts";
import { callAdmissionWebhook } from "./call-admission-webhook.ts";
import { isAnyAbout, matchWebhook } from "./match-webhook.ts";
import { meetsConditions } from "./meets-conditions.ts";
import { observeCall } from "./observe-call.ts";

/** ValidatingAdmissionWebhook: calls all webhooks in parallel; the first denial in their order is the response. */
export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: "ValidatingAdmissionWebhook",
  handles: (target) => isAnyAbout(target.services.webhooks.validating.all(), target),
  validate(attributes) {
    const invocations = findInvocations(attributes);
    return invocations instanceof Promise
      ? invocations.then((found) => dispatch(found, attributes))
      : dispatch(invocations, attributes);
  },
};

interface Invocation {
  readonly webhook: AdmissionWebhook;
  readonly view: AdmissionView;
}

type Awaitable<T> = T | Promise<T>;

interface Match {
  readonly webhook: AdmissionWebhook;
  readonly view: Awaitable<AdmissionView>;
}

/** Webhooks to call. Asynchronous only for conversion and authorization webhooks. */
function findInvocations(attributes: AdmissionAttributes): Awaitable<readonly Invocation[]> {
  const views = new Map<Resource, Match["view"]>();
  const matches = attributes.services.webhooks.validating.all().flatMap((webhook): Match[] => {
    const resource = matchWebhook(webhook, attributes);
    if (resource === undefined) {
      return [];
    }
    const view = views.get(resource) ?? createView(attributes, resource);
    views.set(resource, view);
    if (view instanceof Promise) {
      // Handles the rejection here: the promise is not awaited if an earlier webhook ends the request.
      view.catch(() => {});
    }
    return [{ webhook, view }];
  });
  return keepMet(matches, attributes, []);
}

/** Appends the matches whose conditions are true to `met`. */
function keepMet(
  [match, ...others]: readonly Match[],
  attributes: AdmissionAttributes,
  met: Invocation[],
): Awaitable<readonly Invocation[]> {
  if (match === undefined) {
    return met;
  }
  const { webhook, view } = match;
  if (view instanceof Promise) {
    return view.then((ready) => keepMet([{ webhook, view: ready }, ...others], attributes, met));
  }
  const goOn = (isMet: boolean) => {
    if (isMet) {
      met.push({ webhook, view });
    }
    return keepMet(others, attributes, met);
  };
  const isMet = meetsConditions(webhook, attributes, { view, type: "validating" });
  return isMet instanceof Promise ? isMet.then(goOn) : goOn(isMet);
}

function createView({ resource, kind, object, oldObject }: AdmissionAttributes, wanted: Resource): Match["view"] {
  return wanted === resource || kind.kind !== resource.names.kind
    ? { resource: wanted, object, oldObject }
    : convertView(wanted, { object, oldObject });
}

type Objects = Pick<AdmissionAttributes, "object" | "oldObject">;

async function convertView(resource: Resource, { object, oldObject }: Objects): Promise<AdmissionView> {
  return {
    resource,
    object: object === undefined ? undefined : await toServed(resource, deepCopy(object)),
    oldObject: oldObject === undefined ? undefined : await toServed(resource, deepCopy(oldObject)),
  };
}

function dispatch(invocations: readonly Invocation[], attributes: AdmissionAttributes): Verdict {
  return invocations.length === 0 ? undefined : askAll(invocations, attributes);
}

async function askAll(invocations: readonly Invocation[], attributes: AdmissionAttributes): Promise<undefined> {
  // Each call collects its own warnings, so that the response has them in the order of the webhooks.
  const answers = await Promise.all(
    invocations.map(async ({ webhook, view }, index) => {
      const warnings: string[] = [];
      const own = { ...attributes, warnings };
      const error = await ask({ webhook, view }, own, index);
      return { warnings, error };
    }),
  );
  appendAll(
    attributes.requester.warnings,
    answers.flatMap(({ warnings }) => warnings),
  );
  const refusal = answers.find(({ error }) => error !== undefined);
  if (refusal !== undefined) {
    throw refusal.error;
  }
  return undefined;
}

/** Calls one webhook; returns the error with which it denies the request, or undefined. */
async function ask({ webhook, view }: Invocation, attributes: AdmissionAttributes, index: number): Promise<unknown> {
  try {
    await observeCall({ webhook, attributes, type: "validating" }, () =>
      callAdmissionWebhook({ webhook, attributes, view, isMutating: false }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof WebhookFailure)) {
      return error;
    }
    if (!webhook.isFailureIgnored) {
      return statusInternalError(error.message, error);
    }
    const key = `failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`;
    annotate(attributes, { key, value: webhook.name });
    return undefined;
  }
}
