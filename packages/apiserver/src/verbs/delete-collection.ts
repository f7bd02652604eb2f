import type { Entry } from "@kiln/store";
import { checkListOptions, parseListOptions } from "../list/list-options.ts";
import { openPage } from "../list/open-page.ts";
import { createSelection } from "../list/selection.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import { enterIfLarge, restIfLarge } from "../request/large-requests.ts";
import { tooManyUnread } from "../request/unread-bytes.ts";
import { checkListedNamespace } from "../write/requested-key.ts";
import { warnOfOrphans } from "./delete.ts";
import { deleteEntries } from "./delete-entries.ts";
import { readDeleteOptions } from "./delete-options.ts";
import type { Verb } from "./verb.ts";

/** Responds with the deleted objects. Not atomic: the first error ends it, and objects before it stay deleted. */
export const deleteCollection: Verb = async (context, resource) => {
  const { info } = context;
  const output = negotiate(context, resource);
  const listOptions = parseListOptions(info.query);
  checkListOptions(listOptions);
  checkListedNamespace(resource, context.info.namespace);
  await restIfLarge(context);
  const selection = createSelection(resource, info.namespace, listOptions);
  const options = await readDeleteOptions(context);
  warnOfOrphans(context, resource, options);
  const { slices, metadata } = await openPage(context, { resource, options: listOptions, selection });
  const deleted: Entry[][] = [];
  let heldBytes = 0;
  for await (const entries of slices()) {
    heldBytes += entries.reduce((sum, { value }) => sum + value.byteLength, 0);
    await takeTurnIfLarge(context, heldBytes);
    await deleteEntries(context.services, { resource, options, entries, requester: context });
    deleted.push(entries);
  }
  return output.respondList({ slices: () => deleted, metadata, heldBytes });
};

/** Waits for the turn of a large response, and refuses it for users whose clients do not read responses. */
async function takeTurnIfLarge(context: Context, bytes: number): Promise<void> {
  const turn = enterIfLarge(context, bytes);
  if (turn !== undefined) {
    await turn;
    if (context.unread?.isOverdrawn === true) {
      throw tooManyUnread();
    }
  }
  context.unread?.set(bytes);
}
