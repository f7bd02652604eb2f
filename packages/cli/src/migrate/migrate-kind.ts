import { type JsonObject, type KubeObject, StatusError } from "@kiln/api";
import { type Client, itemsOf, type ResourceType } from "@kiln/client";

const DEFINITIONS: ResourceType = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  isNamespaced: false,
};

export interface MigrationProgress {
  readonly done: number;
  /** Total number of objects; undefined until the server has reported it. */
  readonly total: number | undefined;
}

/** Result of a migration. */
export interface Migration {
  readonly storageVersion: string;
  /** Versions that were removed from the CRD's status. */
  readonly dropped: readonly string[];
  readonly objects: number;
}

interface Definition extends JsonObject {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly plural: string };
    readonly versions: { name: string; served: boolean; storage: boolean }[];
  };
  readonly status: { readonly storedVersions: string[] };
}

/**
 * Rewrites every object of a kind once, so that all are stored in the storage version, and updates the status of the
 * CRD. It can run at any time and repeatedly: an object that changes meanwhile has been stored by that change. Throws
 * if the storage version changes meanwhile.
 */
export async function migrateKind(
  client: Client,
  name: string,
  report: (progress: MigrationProgress) => void,
): Promise<Migration> {
  const definition = (await client.get(DEFINITIONS, { name })) as unknown as Definition;
  const storageVersion = storageVersionOf(definition);
  const objects = await writeAll(client, typeOf(definition, storageVersion), report);
  const after = (await client.get(DEFINITIONS, { name })) as unknown as Definition;
  if (storageVersionOf(after) !== storageVersion) {
    throw new Error(`the storage version of ${name} changed meanwhile; run this again`);
  }
  const dropped = after.status.storedVersions.filter((version) => version !== storageVersion);
  if (dropped.length > 0) {
    const { resourceVersion } = after.metadata;
    // With the resourceVersion the server rejects the write if a version was added meanwhile.
    const body = { metadata: { resourceVersion }, status: { storedVersions: [storageVersion] } };
    await client.patch(DEFINITIONS, { name }, { type: "merge", body }, { subresource: "status" });
  }
  return { storageVersion, dropped, objects };
}

function storageVersionOf({ spec, metadata }: Definition): string {
  const found = spec.versions.find(({ storage }) => storage);
  if (found === undefined) {
    throw new Error(`${metadata.name} has no storage version`);
  }
  return found.name;
}

/** Storage version if it is served; otherwise another served one, through which a write stores the same. */
function typeOf({ spec, metadata }: Definition, storageVersion: string): ResourceType {
  const served = spec.versions.filter((version) => version.served);
  const version = served.find((each) => each.name === storageVersion) ?? served[0];
  if (version === undefined) {
    throw new Error(`no version of ${metadata.name} is served, so that nothing can be written`);
  }
  const { group, scope, names } = spec;
  return { group, version: version.name, plural: names.plural, isNamespaced: scope === "Namespaced" };
}

const PAGE_SIZE = 500;
const METADATA_ONLY = { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" };

/** Number of concurrent writes: enough to keep a server busy, few enough for other clients. */
const WIDTH = 8;

async function writeAll(
  client: Client,
  type: ResourceType,
  report: (progress: MigrationProgress) => void,
): Promise<number> {
  let done = 0;
  let token = "";
  do {
    const page = { limit: PAGE_SIZE, ...(token === "" ? {} : { continue: token }) };
    const list = await client.list(type, { ...page, headers: METADATA_ONLY });
    const items = itemsOf(list);
    const { continue: next = "", remainingItemCount } = (list.metadata ?? {}) as {
      continue?: string;
      remainingItemCount?: number;
    };
    await eachOf(items, WIDTH, (item) => writeOne(client, type, item));
    done += items.length;
    report({ done, total: next === "" ? done : remainingItemCount && done + remainingItemCount });
    token = next;
  } while (token !== "");
  return done;
}

const MAX_ATTEMPTS = 10;

/**
 * Sends a patch that changes nothing: the server then rewrites an object only if its stored form is not the current
 * one.
 */
async function writeOne(
  client: Client,
  type: ResourceType,
  { metadata: { namespace, name = "" } }: KubeObject,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.patch(type, { namespace, name }, { type: "merge", body: {} }, { fieldManager: "kiln-migrate" });
      return;
    } catch (error) {
      const code = error instanceof StatusError ? error.status.code : undefined;
      if (code === 404) {
        return;
      }
      if (code !== 409 || attempt === MAX_ATTEMPTS) {
        throw new Error(`${namespace === undefined ? "" : `${namespace}/`}${name}: ${messageOf(error)}`, {
          cause: error,
        });
      }
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function eachOf<T>(items: readonly T[], width: number, act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
}
