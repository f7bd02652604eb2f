import { checkListOptions, parseListOptions } from "../list/list-options.ts";
import { openPage } from "../list/open-page.ts";
import { createSelection } from "../list/selection.ts";
import { negotiate } from "../output/negotiate.ts";
import { restIfLarge } from "../request/large-requests.ts";
import { checkListedNamespace } from "../write/requested-key.ts";
import type { Verb } from "./verb.ts";

export const list: Verb = async (context, resource) => {
  const { info } = context;
  const rest = restIfLarge(context);
  if (rest !== undefined) {
    await rest;
  }
  const output = negotiate(context, resource);
  const options = parseListOptions(info.query);
  checkListOptions(options);
  checkListedNamespace(resource, info.namespace);
  const selection = createSelection(resource, info.namespace, options);
  const restBefore = restIfLarge(context);
  if (restBefore !== undefined) {
    await restBefore;
  }
  return output.respondList(await openPage(context, { resource, options, selection, isPassing: true }));
};
