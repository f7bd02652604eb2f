import type { Entry } from "@kiln/store";
import { negotiate } from "../http/negotiate.ts";
import { checkListOptions, parseListOptions } from "../list/list-options.ts";
import { openPage } from "../list/open-page.ts";
import { createSelection } from "../list/selection.ts";
import { deleteEntries } from "./delete-entries.ts";
import { readDeleteOptions } from "./delete-options.ts";
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
    await deleteEntries(context.services, { resource, options, entries, requester: context });
    deleted.push(entries);
  }
  return output.respondList({ slices: deleted, metadata });
};
