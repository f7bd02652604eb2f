import { StatusError } from "@kiln/api";
import type { Entry } from "@kiln/store";
import type { Context } from "../context.ts";
import { negotiate } from "../http/negotiate.ts";
import { checkListOptions, parseListOptions } from "../list/list-options.ts";
import { openPage } from "../list/open-page.ts";
import { createSelection } from "../list/selection.ts";
import type { Resource } from "../resources/resource.ts";
import { deleteObject } from "./delete-object.ts";
import { type DeleteOptions, readDeleteOptions } from "./delete-options.ts";
import type { Verb } from "./verb.ts";

/** Answers with the objects as they were before. Not one write: the first that is refused ends it, those before it are gone. */
export const deleteCollection: Verb = async (context, resource) => {
  const { info } = context;
  const output = negotiate(context, resource);
  const listOptions = parseListOptions(info.query);
  checkListOptions(listOptions);
  const selection = createSelection(resource, info.namespace, listOptions);
  const options = await readDeleteOptions(context);
  const { slices, metadata } = await openPage(context, { resource, options: listOptions, selection });
  const deleted: (readonly Entry[])[] = [];
  for await (const entries of slices) {
    await deleteAll(context, { resource, options, entries });
    deleted.push(entries);
  }
  return output.respondList({ slices: deleted, metadata });
};

interface Batch {
  readonly resource: Resource;
  readonly options: DeleteOptions;
  readonly entries: readonly Entry[];
}

/** All of them are queued before the first is waited for, so that a store that groups commits needs one. */
async function deleteAll({ services }: Context, { resource, options, entries }: Batch): Promise<void> {
  const pending: Promise<unknown>[] = [];
  let refusal: unknown;
  for (const { key } of entries) {
    try {
      pending.push(ignoreNotFound(deleteObject(services, { resource, ...placeOf(resource, key), options })));
    } catch (error) {
      if (!isNotFound(error)) {
        refusal = error;
        break;
      }
    }
  }
  await Promise.all(pending);
  if (refusal !== undefined) {
    throw refusal;
  }
}

function placeOf(resource: Resource, key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.lastIndexOf("/");
  const namespace = resource.isNamespaced ? key.slice(resource.storage.prefix.length, slash) : "";
  return { namespace, name: key.slice(slash + 1) };
}

async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isNotFound(error)) {
      throw error;
    }
  }
}

/** Somebody else was faster, which is as good. */
function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.status.code === 404;
}
