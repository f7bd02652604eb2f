import { deepCopy, deepEqual, quoteGo, setOwn, statusInternalError, statusTimeout } from "@kiln/api";
import { type Resource, toServed } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import { annotate, printNote } from "../annotate.ts";
import { noteMutation } from "../note-mutation.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";
import { WebhookFailure } from "../registered/webhook-failure.ts";
import { askAgain, type Rounds, roundsOf } from "../rounds.ts";
import { applyWebhookPatch, type PatchedObject } from "./apply-webhook-patch.ts";
import { callAdmissionWebhook } from "./call-admission-webhook.ts";
import { isAnyAbout, matchWebhook } from "./match-webhook.ts";
import { meetsConditions } from "./meets-conditions.ts";
import { observeCall } from "./observe-call.ts";

const NAME = "MutatingAdmissionWebhook";

/**
 * MutatingAdmissionWebhook: calls webhooks one after the other, each with the object as the earlier ones changed it.
 */
export const mutatingAdmissionWebhook: AdmissionPlugin = {
  name: NAME,
  handles: (target) => isAnyAbout(target.services.webhooks.mutating.all(), target),
  admit(attributes) {
    const webhooks = attributes.services.webhooks.mutating.all();
    // Selectors are evaluated before any webhook changes the object: if none matches, the write stays synchronous.
    return webhooks.some((webhook) => matchWebhook(webhook, attributes) !== undefined)
      ? dispatch(webhooks, attributes)
      : undefined;
  },
};

async function dispatch(webhooks: readonly AdmissionWebhook[], attributes: AdmissionAttributes): Promise<undefined> {
  const { reinvocation, object } = attributes;
  const rounds = roundsOf(attributes, NAME);
  if (reinvocation.isReinvoked && !deepEqual(rounds.lastOutput ?? null, object ?? null)) {
    askAgain(rounds);
  }
  const rest = () => attributes.services.rest(attributes.requester);
  const state: State = { attributes, rounds, view: viewOf(attributes), isDirty: false, rest };
  for (const [index, webhook] of webhooks.entries()) {
    await askOne(webhook, index, state);
  }
  await finish(state);
  await rest();
  rounds.lastOutput = object === undefined ? undefined : deepCopy(object);
  return undefined;
}

interface State {
  readonly attributes: AdmissionAttributes;
  readonly rounds: Rounds;
  /** Current object, in the version of the last webhook called. */
  view: AdmissionView;
  isDirty: boolean;
  /** Lets other work run in the middle of a large request. */
  readonly rest: () => undefined | Promise<void>;
}

function viewOf({ resource, object, oldObject }: AdmissionAttributes): AdmissionView {
  return { resource, object, oldObject };
}

/** Calls one webhook, if it matches, and takes its patch into `state`. */
async function askOne(webhook: AdmissionWebhook, index: number, state: State): Promise<void> {
  const { attributes, rounds } = state;
  const { reinvocation } = attributes;
  const resource = matchWebhook(webhook, { ...attributes, object: state.view.object });
  if (resource === undefined || (reinvocation.isReinvoked && !rounds.again.has(webhook.id))) {
    return;
  }
  const view = await convertView(state, resource);
  if (!(await meetsConditions(webhook, attributes, { view, type: "admit" }))) {
    return;
  }
  state.view = view;
  const key = `round_${reinvocation.isReinvoked ? 1 : 0}_index_${index}`;
  try {
    const patched = await observeCall({ webhook, attributes, type: "admit" }, async () => {
      const answer = await callAdmissionWebhook({ webhook, attributes, view: state.view, isMutating: true });
      const form = attributes.form ?? state.view.resource;
      return applyWebhookPatch(webhook, answer, { ...state.view, form, rest: state.rest });
    });
    takePatch(webhook, state, { key, patched });
  } catch (error) {
    noteCall(webhook, attributes, { key, isMutated: false });
    failOrGoOn(webhook, attributes, { key, error });
  }
  if (webhook.isReinvoked) {
    rounds.asked.add(webhook.id);
  }
}

/** Takes the patched object into `state`; records annotations and the mutation. */
function takePatch(
  webhook: AdmissionWebhook,
  state: State,
  { key, patched }: { readonly key: string; readonly patched: PatchedObject | undefined },
): void {
  const { attributes, rounds } = state;
  noteCall(webhook, attributes, { key, isMutated: patched?.isChanged === true });
  if (patched === undefined) {
    return;
  }
  const { object, operations, isChanged } = patched;
  const { configuration, name } = webhook;
  const note = { configuration, webhook: name, patch: [...operations], patchType: "JSONPatch" };
  annotate(attributes, { key: `patch.webhook.admission.k8s.io/${key}`, value: printNote(note), level: "Request" });
  if (isChanged) {
    const by = `mutating webhook ${quoteGo(name)} of MutatingWebhookConfiguration ${quoteGo(configuration)}`;
    noteMutation(attributes, state.view, { by, after: object });
  }
  state.view = { ...state.view, object };
  state.isDirty = true;
  if (isChanged) {
    askAgain(rounds);
    attributes.reinvocation.isNeeded = true;
  }
}

function noteCall(
  { configuration, name }: AdmissionWebhook,
  attributes: AdmissionAttributes,
  { key, isMutated }: { readonly key: string; readonly isMutated: boolean },
): void {
  const note = { configuration, webhook: name, mutated: isMutated };
  annotate(attributes, { key: `mutation.webhook.admission.k8s.io/${key}`, value: printNote(note) });
}

/** Handles the failure of a call: throws unless the webhook's failure policy is Ignore. */
function failOrGoOn(
  webhook: AdmissionWebhook,
  attributes: AdmissionAttributes,
  { key, error }: { readonly key: string; readonly error: unknown },
): void {
  if (!(error instanceof WebhookFailure)) {
    throw error;
  }
  if (!webhook.isFailureIgnored) {
    throw statusInternalError(error.message, error);
  }
  if (attributes.requester.request?.signal.aborted === true) {
    throw statusTimeout("request did not complete within requested timeout", 0);
  }
  annotate(attributes, { key: `failed-open.mutation.webhook.admission.k8s.io/${key}`, value: webhook.name });
}

async function convertView({ view, attributes }: State, resource: Resource): Promise<AdmissionView> {
  if (view.resource === resource || attributes.kind.kind !== attributes.resource.names.kind) {
    return { ...view, resource };
  }
  const { oldObject } = attributes;
  return {
    resource,
    object: view.object === undefined ? undefined : await toServed(resource, deepCopy(view.object)),
    oldObject: oldObject === undefined ? undefined : await toServed(resource, deepCopy(oldObject)),
  };
}

/** Replaces the content of the request's object by the result of the webhooks. */
async function finish(state: State): Promise<void> {
  const { object } = state.attributes;
  if (!state.isDirty || object === undefined) {
    return;
  }
  await state.rest();
  const { object: result = {} } = await convertView(state, state.attributes.resource);
  for (const key of Object.keys(object)) {
    delete object[key];
  }
  for (const [key, value] of Object.entries(result)) {
    setOwn(object, key, value);
  }
}
