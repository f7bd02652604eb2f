import { statusSuccess } from "@kiln/api";
import { type DeleteOptions, type Resource, readServedBytes } from "@kiln/kinds";
import { convertEntry } from "../convert/convert-entries.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import { requestedKey } from "../write/requested-key.ts";
import { deleteObject } from "./delete-object.ts";
import { readDeleteOptions } from "./delete-options.ts";
import type { Verb } from "./verb.ts";

/** Adds a warning if the deletion orphans the dependents by default. */
export function warnOfOrphans({ warnings }: Context, { strategy }: Resource, options: DeleteOptions): void {
  const warning = strategy.deletion?.orphansByDefault?.warning;
  if (warning !== undefined && options.propagation === undefined && options.orphansDependents === undefined) {
    warnings.push(warning);
  }
}

export const deleteOne: Verb = async (context, resource) => {
  const { services, info } = context;
  const output = negotiate(context, resource);
  const options = await readDeleteOptions(context);
  const { namespace, name } = info;
  warnOfOrphans(context, resource, options);
  requestedKey(resource, namespace, name);
  const admission = { requester: context, name };
  const deletion = { resource, namespace, name, options, admission };
  const { entry, uid, isGone, isShown } = await deleteObject(services, deletion);
  // Kubernetes: only requests with orphanDependents get 202 (handlers/delete.go DeleteResource, v1.36).
  const code = !isGone && options.orphansDependents === false ? 202 : 200;
  if (isShown) {
    return output.respondObject(code, readServedBytes(resource, await convertEntry(resource, entry)));
  }
  const details = { name, group: resource.group, kind: resource.names.plural, uid };
  return output.respondStatus(code, statusSuccess({ details }));
};
