import type { Resource } from "@kiln/kinds";
import type { DefinitionServices } from "./definition-services.ts";

/** Deletes every object of the kind, or marks it as deleted if finalizers hold it. True if none is left. */
export async function emptyKind(services: DefinitionServices, resource: Resource): Promise<boolean> {
  const { prefix } = resource.storage;
  for await (const { entries } of await services.store.range({ prefix })) {
    await services.deleteEntries(resource, entries);
  }
  return (await services.store.count({ prefix })) === 0;
}
