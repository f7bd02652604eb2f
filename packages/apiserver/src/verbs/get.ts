import { statusBadRequest, statusFromPlainError, statusNotFound } from "@kiln/api";
import { type Resource, readServedBytes } from "@kiln/kinds";
import type { Entry, ReadOptions } from "@kiln/store";
import { convertEntry } from "../convert/convert-entries.ts";
import { isTrue } from "../list/list-options.ts";
import { parseResourceVersion } from "../list/parse-resource-version.ts";
import { isUncached, requireRevision, waitForRevision } from "../list/wait-for-revision.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import { withStoreErrors } from "../request/store-errors.ts";
import { refuseIfLate } from "../request/too-late.ts";
import { SMALL_ANSWER_BYTES } from "../request/unread-bytes.ts";
import { requestedKey } from "../write/requested-key.ts";
import type { Verb } from "./verb.ts";

export const get: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  let entry: Entry | undefined = await findEntry(context, resource);
  const { byteLength } = entry.value;
  // A large object waits for room in the account of its user's unread bytes.
  const waiting =
    byteLength > SMALL_ANSWER_BYTES ? context.unread?.reserve(byteLength, { isPatient: false }) : undefined;
  if (waiting !== undefined) {
    // The entry is read again after the wait, so that waiting responses hold no memory.
    entry = undefined;
    await waiting;
    refuseIfLate(context);
    entry = await findEntry(context, resource);
  }
  return output.respondObject(200, readServedBytes(resource, entry));
};

/** Stored object at the path, as recent as resourceVersion requires. Throws 404 if it does not exist. */
export async function findEntry(context: Context, resource: Resource): Promise<Entry> {
  const { services, info } = context;
  if (isTrue(info.query.get("export"))) {
    throw statusBadRequest("the export parameter, deprecated since v1.14, is no longer supported");
  }
  const version = info.query.get("resourceVersion");
  const options = version ? await notOlderThan(context, resource, version) : undefined;
  const key = requestedKey(resource, info.namespace, info.name);
  const entry = await withStoreErrors(resource, info.name, () => services.store.get(key, options));
  if (entry === undefined) {
    throw statusNotFound({ group: resource.group, resource: resource.names.plural }, info.name);
  }
  return resource.storage.convertRemotely === undefined ? entry : convertEntry(resource, entry);
}

async function notOlderThan({ services, request }: Context, resource: Resource, version: string): Promise<ReadOptions> {
  const parsed = parseResourceVersion(version);
  if (parsed.error !== undefined) {
    throw statusFromPlainError(parsed.error);
  }
  await (isUncached(resource)
    ? requireRevision(services, parsed.value)
    : waitForRevision(services, parsed.value, request));
  return { minRevision: Number(parsed.value) };
}
