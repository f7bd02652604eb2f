import { statusNotFound } from "@kiln/api";
import type { Context } from "../context.ts";
import type { ApiResponse } from "../http/message.ts";
import { readObjectBody } from "../http/read-body.ts";
import { jsonResponse } from "../http/respond.ts";
import { type LiveObject, readLiveObject } from "../read-object.ts";
import { type Resource, storeKey } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import { withResourceVersion } from "../stored-value.ts";
import { commit } from "../write/commit.ts";
import { writeSteps } from "../write/steps.ts";
import { runSteps, type Write } from "../write/write.ts";
import { parseWriteOptions, type WriteOptions } from "./options.ts";
import { reportDuplicates } from "./report-duplicates.ts";
import type { Verb } from "./verb.ts";

export const update: Verb = async (context, resource) => {
  const options = parseWriteOptions(context.info.query, "UpdateOptions");
  const { object, duplicates } = await readObjectBody(context);
  reportDuplicates(context, options, duplicates);
  return writeOver(context, { resource, options, build: () => object });
};

export interface Change {
  readonly resource: Resource;
  readonly options: WriteOptions;
  /** Makes the wanted object from the live one; called again after a lost race. */
  readonly build: (live: LiveObject) => Write["object"];
}

/** The common end of update and patch: live read, steps, commit. */
export async function writeOver(context: Context, change: Change): Promise<ApiResponse> {
  const { resource, options, build } = change;
  const { namespace, name, subresource } = context.info;
  const entry = context.services.store.peek(storeKey(resource, namespace, name));
  if (entry === undefined) {
    throw statusNotFound({ group: resource.group, resource: resource.names.plural }, name);
  }
  const live = readLiveObject(resource, entry);
  const object = build(live);
  const write: Write = { context, resource, operation: "update", subresource, namespace, options, object, live };
  await runSteps(writeSteps, write);
  const { encoded, revision } = await withStoreErrors(resource, name, () => commit(write));
  return jsonResponse(200, withResourceVersion(encoded, revision ?? live.revision));
}
