import { appendAll, StatusError } from "@kiln/api";
import { createKinds, type Place, type Resource } from "@kiln/kinds";
import { yieldTurn } from "@kiln/store";
import type { ControllerServices } from "./controller-services.ts";
import { MIGRATOR } from "./migration-status.ts";

const VERBS = ["update", "patch", "list"];
/** Number of parallel writes: enough to share a commit, few enough not to occupy the server. */
const AT_A_TIME = 16;

/**
 * Writes every object of a kind unchanged: objects not in the current storage version are stored again, others are left
 * alone. Returns the error that ended it, or undefined. Throws errors that a retry may fix.
 */
export async function rewriteAll(
  services: ControllerServices,
  resource: Resource,
  isStopped: () => boolean,
): Promise<string | undefined> {
  if (!VERBS.every((verb) => resource.serving.verbs.includes(verb))) {
    return `resource "${printResource(resource)}" does not support discovery operations: [${VERBS.join(" ")}]`;
  }
  const keys = await keysBelow(services, resource.storage.prefix);
  const kinds = createKinds(services.registry);
  for (let i = 0; i < keys.length && !isStopped(); i += AT_A_TIME) {
    const outcomes = await Promise.all(
      keys.slice(i, i + AT_A_TIME).map((key) => rewrite(services, kinds.placeOf(key))),
    );
    const failure = outcomes.find((outcome) => outcome !== undefined);
    if (failure !== undefined) {
      return failure;
    }
    await yieldTurn();
  }
  return undefined;
}

function printResource({ group, version, names }: Resource): string {
  return `${group}/${version}, Resource=${names.plural}`;
}

/**
 * All keys, read before the first write, so that the range does not stay open for the time of the writes. Objects
 * created meanwhile are stored in the current version.
 */
async function keysBelow({ store }: ControllerServices, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { entries } of await store.range({ prefix })) {
    appendAll(
      keys,
      entries.map(({ key }) => key),
    );
  }
  return keys;
}

async function rewrite(services: ControllerServices, place: Place | undefined): Promise<string | undefined> {
  if (place === undefined) {
    return undefined;
  }
  try {
    await services.objects.change(MIGRATOR, { place, change: () => true });
    return undefined;
  } catch (error) {
    const code = (error instanceof StatusError ? error.status.code : undefined) ?? 500;
    // Another client has updated or deleted the object, which stores it in the current version.
    if (code === 409 || code === 404) {
      return undefined;
    }
    if (code === 429 || code >= 500) {
      throw error;
    }
    return `migration encountered unhandled error: ${(error as StatusError).message}`;
  }
}
