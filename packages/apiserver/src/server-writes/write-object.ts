import { deepCopy, type JsonObject, metadataOf, statusBadRequest } from "@kiln/api";
import {
  type Actor,
  type Configuration,
  type Creation,
  type LiveObject,
  type ObjectChange,
  type Place,
  storeKey,
} from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { readLive } from "../convert/convert-entries.ts";
import { applyConfig } from "../patch/apply-config.ts";
import type { Context } from "../request/context.ts";
import type { RequestServices } from "../request/request-services.ts";
import { commit } from "../write/commit.ts";
import { fieldsOf, timeOf } from "../write/field-owner.ts";
import type { WriteOptions } from "../write/options.ts";
import { writeSteps } from "../write/steps.ts";
import { createWrite, type Decoding, runSteps, type Write } from "../write/write.ts";
import { openContext } from "./open-context.ts";

const OPTIONS: WriteOptions = { isDryRun: false, fieldValidation: "Ignore", fieldManager: "" };

const DECODING: Decoding = {
  duplicates: [],
  duplicateErrors: [],
  hasSortedKeys: false,
  text: () => "",
  refuse: statusBadRequest,
};

/** Maximum number of attempts: on etcd another replica may write between the read and the compare. */
const MAX_ATTEMPTS = 10;

/** Creates an object by all steps of a write, which change `object`. False if the name exists. */
export async function createObject(
  services: RequestServices,
  actor: Actor,
  { place, object }: Creation,
): Promise<boolean> {
  const { resource, namespace, name } = place;
  Object.assign(metadataOf(object), { name }, resource.isNamespaced ? { namespace } : {});
  const context = openContext(services, actor, { ...place, verb: "create" });
  const write = openWrite(context, { place, object, live: undefined, operation: "create" });
  try {
    await runAll(write);
    return true;
  } catch (error) {
    if (isStoreError(error, "key-exists")) {
      return false;
    }
    throw error;
  }
}

/**
 * Updates an object by all steps of a write. False if nothing was written, because the object does not exist or is
 * unchanged.
 */
export function changeObject(services: RequestServices, actor: Actor, wanted: ObjectChange): Promise<boolean> {
  const { place, uid, change } = wanted;
  return writeOver(services, place, (live) => {
    if (uid !== undefined && metadataOf(live.object).uid !== uid) {
      return undefined;
    }
    const object = deepCopy(live.object) as JsonObject;
    const context = openContext(services, actor, { ...place, verb: "update" });
    return change(object) ? openWrite(context, { place, object, live, operation: "update" }) : undefined;
  });
}

/**
 * Applies a configuration to an existing object of a kind with one version, with force: conflicting fields change their
 * owner.
 */
export function applyObject(services: RequestServices, actor: Actor, wanted: Configuration): Promise<boolean> {
  const { place, fieldManager, config } = wanted;
  const { resource, name, subresource = "" } = place;
  return writeOver(services, place, (live) => {
    const context = openContext(services, actor, { ...place, verb: "patch" });
    const how = {
      // Kubernetes: a container is removed with the last field that was applied in it (remove.go removingWalker.doMap,
      // v1.36).
      kind: fieldsOf(resource, subresource, { semantics: "upstream" }),
      manager: fieldManager,
      now: timeOf({ context }),
      force: true,
      subresource,
    };
    const sent = { object: { ...config, metadata: { name } }, duplicates: [] };
    const applying = { context, resource, config: sent, fieldValidation: OPTIONS.fieldValidation, how };
    const object = applyConfig(live.object, applying);
    return openWrite(context, { place, object, live, operation: "patch", isApply: true });
  });
}

/** Reads, changes and writes an object; starts again after a conflict. */
async function writeOver(
  { store }: RequestServices,
  { resource, namespace, name }: Place,
  start: (live: LiveObject) => Write | undefined,
): Promise<boolean> {
  const key = storeKey(resource, namespace, name);
  let entry = store.peek(key);
  for (let attempt = 1; entry !== undefined; attempt++) {
    const read = readLive(resource, entry);
    const write = start(read instanceof Promise ? await read : read);
    if (write === undefined) {
      return false;
    }
    try {
      await runAll(write);
      return true;
    } catch (error) {
      const isRace = isStoreError(error, "revision-mismatch") || isStoreError(error, "key-not-found");
      if (!isRace || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    }
    entry = await store.get(key);
  }
  return false;
}

interface OpenedWrite extends Pick<Write, "object" | "live" | "operation"> {
  readonly place: Place;
  readonly isApply?: boolean;
}

function openWrite(context: Context, { place, object, live, operation, isApply = false }: OpenedWrite): Write {
  const { resource, namespace, subresource = "" } = place;
  return createWrite({
    context,
    resource,
    operation,
    subresource,
    namespace,
    options: OPTIONS,
    object,
    decoding: DECODING,
    live,
    mayCreate: operation === "create",
    isApply,
  });
}

async function runAll(write: Write): Promise<void> {
  const pending = runSteps(writeSteps, write);
  if (pending !== undefined) {
    await pending;
  }
  await commit(write);
}
