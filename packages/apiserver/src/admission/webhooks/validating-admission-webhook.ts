import { deepCopy, statusInternalError } from "@kiln/api";
import { toServed } from "../../read-object.ts";
import type { Resource } from "../../resources/resource.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../admission-plugin.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import { type AdmissionView, callAdmissionWebhook, WebhookFailure } from "./call-admission-webhook.ts";
import { isAnyAbout, matchWebhook } from "./match-webhook.ts";
import { meetsConditions } from "./meets-conditions.ts";
import { observeCall } from "./observe-call.ts";

/** Asks all webhooks at once; the first in their order that says no is the one that is heard. */
export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: "ValidatingAdmissionWebhook",
  handles: (target) => isAnyAbout(target.services.webhooks.validating.all(), target),
  validate(attributes) {
    const invocations = findInvocations(attributes);
    return invocations.length === 0 ? undefined : dispatch(invocations, attributes);
  },
};

interface Invocation {
  readonly webhook: AdmissionWebhook;
  readonly view: AdmissionView | Promise<AdmissionView>;
}

function findInvocations(attributes: AdmissionAttributes): Invocation[] {
  const views = new Map<Resource, Invocation["view"]>();
  return attributes.services.webhooks.validating.all().flatMap((webhook) => {
    const resource = matchWebhook(webhook, attributes);
    if (resource === undefined) {
      return [];
    }
    const view = views.get(resource) ?? createView(attributes, resource);
    views.set(resource, view);
    // What still has to be converted is judged once it is.
    return view instanceof Promise || meetsConditions(webhook, attributes, view) ? [{ webhook, view }] : [];
  });
}

function createView({ resource, kind, object, oldObject }: AdmissionAttributes, wanted: Resource): Invocation["view"] {
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

async function dispatch(invocations: readonly Invocation[], attributes: AdmissionAttributes): Promise<undefined> {
  // Each has warnings of its own while they are asked, so that clients hear them in the order of the webhooks.
  const answers = await Promise.all(
    invocations.map(async ({ webhook, view }, index) => {
      const warnings: string[] = [];
      const own = { ...attributes, warnings };
      const error = await ask({ webhook, view }, own, index);
      return { warnings, error };
    }),
  );
  attributes.warnings.push(...answers.flatMap(({ warnings }) => warnings));
  const refusal = answers.find(({ error }) => error !== undefined);
  if (refusal !== undefined) {
    throw refusal.error;
  }
  return undefined;
}

/** What to refuse the request with; undefined if nothing. */
async function ask({ webhook, view }: Invocation, attributes: AdmissionAttributes, index: number): Promise<unknown> {
  try {
    const shown = await view;
    if (view instanceof Promise && !meetsConditions(webhook, attributes, shown)) {
      return undefined;
    }
    await observeCall({ webhook, attributes, type: "validating" }, () =>
      callAdmissionWebhook({ webhook, attributes, view: shown, isMutating: false }),
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
    attributes.annotations.set(key, webhook.name);
    return undefined;
  }
}
