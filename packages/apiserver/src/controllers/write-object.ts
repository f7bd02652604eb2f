import { type JsonObject, statusBadRequest } from "@kiln/api";
import { type Entry, isStoreError } from "@kiln/store";
import { readLiveObject } from "../read-object.ts";
import { storeKey } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import type { WriteOptions } from "../verbs/options.ts";
import { commit } from "../write/commit.ts";
import { writeSteps } from "../write/steps.ts";
import { createWrite, type Decoding, metadataOf, runSteps, type Write } from "../write/write.ts";
import { type Actor, openContext, type Place } from "./actor.ts";

const OPTIONS: WriteOptions = { isDryRun: false, fieldValidation: "Ignore", fieldManager: "" };

const DECODING: Decoding = {
  duplicates: [],
  duplicateErrors: [],
  hasSortedKeys: false,
  text: () => "",
  refuse: statusBadRequest,
};

/** On etcd another replica may be faster between the read and the compare; that often in a row is bad luck. */
const MAX_ATTEMPTS = 10;

export interface Creation {
  readonly place: Place;
  readonly object: JsonObject;
}

/** Changes the object. False if one of that name is there already. Goes through all steps of a write. */
export async function createObject(services: Services, actor: Actor, { place, object }: Creation): Promise<boolean> {
  const { resource, namespace, name } = place;
  Object.assign(metadataOf(object), { name }, resource.isNamespaced ? { namespace } : {});
  const context = openContext(services, actor, { ...place, verb: "create" });
  const { subresource } = context.info;
  const write = createWrite({
    context,
    resource,
    operation: "create",
    subresource,
    namespace,
    options: OPTIONS,
    object,
    decoding: DECODING,
    live: undefined,
    mayCreate: true,
  });
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

export interface ObjectChange {
  readonly place: Place;
  /** The object is meant only as long as it is this one. */
  readonly uid?: string;
  /** Changes the object; false if there is nothing to change. Called again if somebody else was faster. */
  readonly change: (object: JsonObject) => boolean;
}

/** Goes through all steps of a write. False if nothing was written, because nothing was to be changed or is there. */
export async function changeObject(services: Services, actor: Actor, wanted: ObjectChange): Promise<boolean> {
  const { resource, namespace, name } = wanted.place;
  const key = storeKey(resource, namespace, name);
  let entry = services.store.peek(key);
  for (let attempt = 1; entry !== undefined; attempt++) {
    const write = startChange(services, actor, { ...wanted, entry });
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
    entry = await services.store.get(key);
  }
  return false;
}

function startChange(
  services: Services,
  actor: Actor,
  { place, uid, change, entry }: ObjectChange & { readonly entry: Entry },
): Write | undefined {
  const { resource, namespace } = place;
  const live = readLiveObject(resource, entry);
  if (uid !== undefined && metadataOf(live.object).uid !== uid) {
    return undefined;
  }
  const { object } = readLiveObject(resource, entry);
  if (!change(object)) {
    return undefined;
  }
  const context = openContext(services, actor, { ...place, verb: "update" });
  const { subresource } = context.info;
  return createWrite({
    context,
    resource,
    operation: "update",
    subresource,
    namespace,
    options: OPTIONS,
    object,
    decoding: DECODING,
    live,
    mayCreate: false,
  });
}

async function runAll(write: Write): Promise<void> {
  const pending = runSteps(writeSteps, write);
  if (pending !== undefined) {
    await pending;
  }
  await commit(write);
}
