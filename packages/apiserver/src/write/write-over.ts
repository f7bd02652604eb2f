import { statusNotFound } from "@kiln/api";
import { groupResourceOf, type LiveObject, type Resource } from "@kiln/kinds";
import { isStoreError, type StoreErrorCode } from "@kiln/store";
import type { ApiResponse } from "@kiln/wire";
import { readLive } from "../convert/convert-entries.ts";
import type { Output } from "../output/output.ts";
import type { Context } from "../request/context.ts";
import { enterIfLarge, restIfLarge } from "../request/large-requests.ts";
import { fromStoreError } from "../request/store-errors.ts";
import { type Committed, commit } from "./commit.ts";
import type { DecodedObject } from "./decoded-object.ts";
import type { WriteOptions } from "./options.ts";
import { requestedKey } from "./requested-key.ts";
import { respondWritten } from "./respond-written.ts";
import { writeSteps } from "./steps.ts";
import { createWrite, runSteps } from "./write.ts";

export interface Change {
  readonly resource: Resource;
  readonly output: Output;
  readonly options: WriteOptions;
  readonly operation: "update" | "patch";
  /** Whether a missing object is created. */
  readonly mayCreate: boolean;
  /** True if `build` applies a configuration. */
  readonly isApply?: boolean;
  /**
   * Builds the desired object at every call, from the live one where needed, without sharing anything with it that the
   * steps could change. `live` is undefined only if the change may create the object, or is an update, whose body is
   * checked first.
   */
  readonly build: (live: LiveObject | undefined) => DecodedObject | Promise<DecodedObject>;
}

/** Maximum number of attempts: on etcd another replica may write between the read and the compare. */
const MAX_ATTEMPTS = 10;

const RACES: readonly StoreErrorCode[] = ["revision-mismatch", "key-not-found", "key-exists"];

/**
 * Shared part of update and patch: reads the live object, runs the steps and commits; repeats if the object changed in
 * between.
 */
export async function writeOver(context: Context, change: Change): Promise<ApiResponse> {
  const { output } = change;
  const { store } = context.services;
  const { namespace, name } = context.info;
  const key = requestedKey(change.resource, namespace, name);
  let entry = store.peek(key);
  const turn = enterIfLarge(context, entry?.value.byteLength ?? 0);
  if (turn !== undefined) {
    await turn;
    entry = store.peek(key);
  }
  for (let attempt = 1; ; attempt++) {
    const read = entry === undefined ? undefined : readLive(change.resource, entry);
    const live = read instanceof Promise ? await read : read;
    const rest = restIfLarge(context);
    if (rest !== undefined) {
      await rest;
    }
    try {
      return respondWritten(output, change.resource, await writeOnce(context, change, live));
    } catch (error) {
      if (!isStoreError(error)) {
        throw error;
      }
      if (attempt === MAX_ATTEMPTS || !RACES.includes(error.code)) {
        throw fromStoreError(error, change.resource, name);
      }
    }
    entry = await store.get(key);
  }
}

async function writeOnce(context: Context, change: Change, live: LiveObject | undefined): Promise<Committed> {
  const { resource, options, operation, mayCreate, build } = change;
  const { namespace, name, subresource } = context.info;
  if (live === undefined && operation === "patch" && !mayCreate) {
    throw statusNotFound(groupResourceOf(resource), name);
  }
  const built = build(live);
  const { object, decoding } = built instanceof Promise ? await built : built;
  const rest = restIfLarge(context);
  if (rest !== undefined) {
    await rest;
  }
  const write = createWrite({
    context,
    resource,
    operation,
    subresource,
    namespace,
    options,
    object,
    decoding,
    live,
    mayCreate,
    isApply: change.isApply ?? false,
  });
  const pending = runSteps(writeSteps, write);
  if (pending !== undefined) {
    await pending;
  }
  return commit(write);
}
