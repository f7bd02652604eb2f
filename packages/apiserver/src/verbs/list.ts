import type { Entry, Range } from "@kiln/store";
import { negotiate } from "../http/negotiate.ts";
import type { Resource } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import type { Verb } from "./verb.ts";

export const list: Verb = async (context, resource) => {
  const { services, info } = context;
  const output = negotiate(context, resource);
  const prefix = listPrefix(resource, info.namespace);
  const range = await withStoreErrors(resource, "", () => services.store.range({ prefix }));
  return output.respondList({
    slices: entriesOf(range),
    metadata: () => ({ resourceVersion: String(range.revision) }),
  });
};

async function* entriesOf(range: Range): AsyncGenerator<readonly Entry[]> {
  for await (const slice of range) {
    yield slice.entries;
  }
}

/** The part of the store that a list or a watch is about. */
export function listPrefix(resource: Resource, namespace: string): string {
  return resource.isNamespaced && namespace !== ""
    ? `${resource.storage.prefix}${namespace}/`
    : resource.storage.prefix;
}
