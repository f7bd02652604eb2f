import { type Clock, type KubeObject, objectsAt, textAt } from "@kiln/api";
import { type Client, createBackoff, type ResourceType, wait } from "@kiln/client";
import type { Kind } from "../kinds/read-kinds.ts";

/** A change of an object in the cluster. */
export interface FeedEntry {
  readonly id: number;
  readonly atMs: number;
  readonly type: "created" | "changed" | "deleted";
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  /** Field manager of the last write; empty if the object has no managed fields. */
  readonly manager: string;
}

export interface FeedOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly kinds: readonly Kind[];
  readonly namespace: string | undefined;
  readonly onEntry: (entry: FeedEntry) => void;
  readonly signal: AbortSignal;
}

/** Kinds that controllers change every few seconds. */
const NOISY = ["events", "leases"];
/** Maximum number of watched kinds, one watch each. Browsers open 255 WebSockets at most. */
export const MAX_WATCHED_KINDS = 120;

export function feedKinds(kinds: readonly Kind[]): readonly Kind[] {
  return kinds
    .filter(({ plural, verbs }) => !NOISY.includes(plural) && verbs.includes("watch"))
    .slice(0, MAX_WATCHED_KINDS);
}

const METADATA = {
  accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
};
const TYPES = { ADDED: "created", MODIFIED: "changed", DELETED: "deleted" } as const;

/** Reports changes of all kinds, as metadata only, until the signal is aborted. */
export function followFeed(options: FeedOptions): void {
  let count = 0;
  const report = (entry: Omit<FeedEntry, "id" | "atMs">) => {
    count++;
    options.onEntry({ ...entry, id: count, atMs: options.clock.now().getTime() });
  };
  for (const kind of feedKinds(options.kinds)) {
    void followKind(kind, options, report);
  }
}

async function followKind(
  kind: Kind,
  { client, clock, fraction, namespace, signal }: FeedOptions,
  report: (entry: Omit<FeedEntry, "id" | "atMs">) => void,
): Promise<void> {
  const backoff = createBackoff({ fraction, firstMs: 1_000, lastMs: 30_000 });
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    try {
      resourceVersion ??= await currentVersion(client, kind, { namespace, signal });
      const options = { namespace, resourceVersion, allowWatchBookmarks: true, signal, headers: METADATA };
      for await (const { type, object } of client.watch(kind, options)) {
        resourceVersion = object.metadata.resourceVersion ?? resourceVersion;
        backoff.reset();
        if (type !== "BOOKMARK") {
          report({ type: TYPES[type], kind, ...describe(object) });
        }
      }
    } catch {
      // The watch expired, was refused or disconnected: the next one starts from the current state.
      resourceVersion = undefined;
    }
    await wait(clock, backoff.nextMs(), signal);
  }
}

async function currentVersion(
  client: Client,
  type: ResourceType,
  { namespace, signal }: { readonly namespace: string | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const list = await client.list(type, { namespace, limit: 1, signal });
  return String(list.metadata?.resourceVersion ?? "");
}

function describe(object: KubeObject): Pick<FeedEntry, "namespace" | "name" | "manager"> {
  const { namespace = "", name = "" } = object.metadata;
  return { namespace, name, manager: lastManager(object) };
}

/** The manager of the newest entry of managedFields. */
export function lastManager(object: KubeObject): string {
  const entries = objectsAt(object.metadata, "managedFields");
  const newest = entries.reduce((a, b) => (textAt(b, "time") >= textAt(a, "time") ? b : a), entries[0] ?? {});
  return textAt(newest, "manager");
}
