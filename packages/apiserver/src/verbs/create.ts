import {
  metadataOf,
  type StatusError,
  statusAlreadyExists,
  statusBeingDeleted,
  statusGenerateNameConflict,
} from "@kiln/api";
import { groupResourceOf, openStoredValue, parseHead, storeKey } from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { negotiate } from "../output/negotiate.ts";
import { fromStoreError } from "../request/store-errors.ts";
import { commit } from "../write/commit.ts";
import { receiveCreate } from "../write/receive-create.ts";
import { respondWritten } from "../write/respond-written.ts";
import { writeSteps } from "../write/steps.ts";
import { runSteps, type Write } from "../write/write.ts";
import type { Verb } from "./verb.ts";

export const create: Verb = async (context, resource) => {
  const { info } = context;
  const refused = info.name === "" ? undefined : resource.dialect.routing.refuseNamedCreate();
  if (refused !== undefined) {
    throw refused;
  }
  const output = negotiate(context, resource);
  const write = await receiveCreate(context, resource);
  const pending = runSteps(writeSteps, write);
  if (pending !== undefined) {
    await pending;
  }
  try {
    refuseTaken(write);
    return respondWritten(output, resource, await commit(write));
  } catch (error) {
    throw isStoreError(error, "key-exists") ? alreadyExists(write) : translate(error, write);
  }
};

/** Throws the store's error for an existing name, for a dry run, which does not reach the store. */
function refuseTaken(write: Write): void {
  if (write.options.isDryRun && peek(write) !== undefined) {
    throw alreadyExists(write);
  }
}

function translate(error: unknown, { resource, object }: Write): unknown {
  return isStoreError(error) ? fromStoreError(error, resource, String(metadataOf(object).name)) : error;
}

function alreadyExists(write: Write): StatusError {
  const { name, generateName = "" } = metadataOf(write.object);
  const resource = groupResourceOf(write.resource);
  const entry = peek(write);
  if (entry !== undefined && parseHead(openStoredValue(entry.value))?.deleting === true) {
    return statusBeingDeleted(resource, String(name));
  }
  // Kubernetes: also where the client set both name and generateName (registry/rest/create.go CheckGeneratedNameError,
  // v1.36).
  return generateName === ""
    ? statusAlreadyExists(resource, String(name))
    : statusGenerateNameConflict(resource, String(name), 1);
}

/** Existing object of this name. Undefined also if it is unreadable: the store then rejects the create. */
function peek({ context, resource, namespace, object }: Write) {
  try {
    return context.services.store.peek(storeKey(resource, namespace, String(metadataOf(object).name)));
  } catch (error) {
    if (isStoreError(error, "unreadable")) {
      return undefined;
    }
    throw error;
  }
}
