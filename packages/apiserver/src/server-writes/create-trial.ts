import { type JsonObject, statusBadRequest } from "@kiln/api";
import {
  type Actor,
  apiVersionOf,
  decodeStoredJson,
  encodeObject,
  type Resource,
  servedStart,
  toServedJson,
} from "@kiln/kinds";
import { warningHeaders } from "../http/warning-headers.ts";
import type { Context } from "../request/context.ts";
import type { RequestServices } from "../request/request-services.ts";
import { claim } from "../write/claim.ts";
import { completeObject } from "../write/commit.ts";
import type { FieldValidation } from "../write/options.ts";
import { ownFields } from "../write/own-fields.ts";
import { allocationFor } from "../write/prepare.ts";
import { isProtected } from "../write/protect-stored.ts";
import { writeSteps } from "../write/steps.ts";
import { createWrite, type Decoding } from "../write/write.ts";
import { openContext } from "./open-context.ts";

/** Creates of one kind that are checked and not stored. */
export interface CreateTrial {
  /** Runs one create. The object must not be used afterwards. */
  run(attempt: TriedObject): TrialOutcome;
}

export interface TriedObject {
  /** Empty for a cluster-scoped kind. */
  readonly namespace: string;
  readonly object: JsonObject;
  readonly fieldValidation: FieldValidation;
}

export interface TrialOutcome {
  /** False: the object is rejected, or a step is asynchronous. Only a create request returns the reason. */
  readonly isAccepted: boolean;
  /** Warning headers of the response. */
  readonly warnings: readonly string[];
  /** The object that would be stored, without the managedFields of this write. Decoded at every call. */
  stored(): JsonObject;
}

export interface TrialOptions {
  readonly actor: Actor;
  /** Tries dry runs, whose objects the server would not store either. */
  readonly isDryRun: boolean;
}

/** Managed fields are server-set, and make up a third of the work. Claims write other objects. */
const steps = writeSteps.filter((step) => step !== ownFields && step !== claim);

const REFUSED: TrialOutcome = { isAccepted: false, warnings: [], stored: () => ({}) };

/**
 * Opens a trial of creates of a kind. The result is undefined if creates of the kind do more than store an object:
 * write other objects, convert, or answer without storing. Values that a create allocates are assigned without storing
 * the object. The caller ensures that names are not taken.
 */
export function openCreateTrial(
  services: RequestServices,
  { actor, isDryRun }: TrialOptions,
  resource: Resource,
): CreateTrial | undefined {
  const { strategy, storage, serving } = resource;
  const isPlain =
    (strategy.allocation === undefined || strategy.allocation.assign !== undefined) &&
    (isDryRun || strategy.afterWrite === undefined) &&
    strategy.answer === undefined &&
    serving.warning === undefined &&
    serving.verbs.includes("create") &&
    storage.apiVersion === apiVersionOf(resource) &&
    storage.convertRemotely === undefined &&
    !isProtected({ resource });
  if (!isPlain) {
    return undefined;
  }
  const contexts = new Map<string, Context>();
  return {
    run({ namespace, object, fieldValidation }) {
      let context = contexts.get(namespace);
      if (context === undefined) {
        context = openContext(services, actor, { resource, namespace, name: "", verb: "create" });
        contexts.set(namespace, context);
      }
      context.warnings.length = 0;
      return tryCreate(context, resource, { namespace, object, fieldValidation, isDryRun });
    },
  };
}

const DECODING: Decoding = {
  duplicates: [],
  duplicateErrors: [],
  hasSortedKeys: false,
  text: () => "",
  refuse: statusBadRequest,
};

interface TriedWrite extends TriedObject {
  readonly isDryRun: boolean;
}

function tryCreate(
  context: Context,
  resource: Resource,
  { namespace, object, fieldValidation, isDryRun }: TriedWrite,
): TrialOutcome {
  const write = createWrite({
    context,
    resource,
    operation: "create",
    subresource: "",
    namespace,
    options: { isDryRun, fieldValidation, fieldManager: "" },
    object,
    decoding: DECODING,
    live: undefined,
    mayCreate: true,
  });
  try {
    for (const step of steps) {
      const pending = step(write);
      if (pending !== undefined) {
        // Its result is that of the request that follows.
        pending.catch(() => {});
        return REFUSED;
      }
    }
    completeObject(write);
    if (!isDryRun) {
      resource.strategy.allocation?.assign?.(object, allocationFor(write));
    }
  } catch {
    return REFUSED;
  }
  return {
    isAccepted: true,
    warnings: context.warnings.length === 0 ? [] : warningHeaders(context.warnings),
    stored: () => decodeStoredJson(toServedJson(encodeObject(object), { start: servedStart(resource) })),
  };
}
