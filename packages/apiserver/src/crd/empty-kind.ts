import type { Resource } from "@kiln/kinds";
import type { Services } from "../services.ts";
import { deleteEntries } from "../verbs/delete-entries.ts";

const OPTIONS = { isDryRun: false, preconditions: {} };

/** Deletes every object of the kind, or marks it where finalizers hold it. True if none is left. */
export async function emptyKind(services: Services, resource: Resource): Promise<boolean> {
  const { prefix } = resource.storage;
  for await (const { entries } of await services.store.range({ prefix })) {
    await deleteEntries(services, { resource, options: OPTIONS, entries });
  }
  return (await services.store.count({ prefix })) === 0;
}
