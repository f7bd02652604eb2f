import { asObject, encodeUtf8, type JsonObject, type JsonValue, statusBadRequest } from "@kiln/api";
import type { Context, Filter } from "@kiln/apiserver";
import { decodeStoredValue } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { ApiResponse } from "@kiln/wire";
import { resourceOf } from "../faults/match-request.ts";
import { TESTING_GROUP } from "../kinds/definition-of.ts";
import { mergePatchOf } from "./merge-patch-of.ts";
import { type ObservedWrite, observeStore, type StoreObserver } from "./observe-store.ts";
import { keepSent, printSent, type SentRequest } from "./sent-request.ts";

/** Path at which a cluster serves its log. */
export const LOG_PATH = "/testing/log";

/** Maximum number of entries, and of bytes of objects in them; the oldest are dropped first. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

interface Entry {
  readonly number: number;
  readonly time: string;
  /** User of the request; empty for writes of the server's own controllers. */
  readonly user: string;
  readonly userAgent: string;
  readonly verb: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** Status code; absent until the request is answered. */
  code?: number;
  fault?: string;
  /** The request as sent; absent for controllers. */
  sent?: SentRequest;
  readonly writes: ObservedWrite[];
}

const WRITING_VERBS: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** Requests of one cluster with their writes, newest last. */
export interface RequestLog {
  /** The store for the cluster's server: its writes are the controllers'. */
  readonly store: Store;
  /** Records requests with their writes, and serves {@link LOG_PATH}. */
  readonly filter: Filter;
  /** Sets the fault that acts on the request. */
  noteFault(context: Context, name: string): void;
}

export interface RequestLogOptions {
  now(): Date;
  /** Called with the promise of each write to the store. */
  readonly onWrite: NonNullable<StoreObserver["onWrite"]>;
}

/** The log of the cluster with this store. */
export function createRequestLog(store: Store, { now, onWrite }: RequestLogOptions): RequestLog {
  const byContext = new WeakMap<Context, Entry>();
  const entries: Entry[] = [];
  let count = 0;
  let bytes = 0;
  const add = (entry: Omit<Entry, "number" | "time" | "writes">): Entry => {
    const added = { number: ++count, time: now().toISOString(), writes: [], ...entry };
    entries.push(added);
    if (entries.length > MOST_ENTRIES) {
      drop();
    }
    return added;
  };
  const drop = () => {
    const dropped = entries.shift();
    bytes -= sizeOf(dropped?.writes ?? []) + (dropped?.sent?.body?.byteLength ?? 0);
  };
  const grow = (by: number) => {
    bytes += by;
    while (bytes > MOST_BYTES && entries.length > 1) {
      drop();
    }
  };
  const note = (entry: Entry, write: ObservedWrite) => {
    entry.writes.push(write);
    grow(sizeOf([write]));
  };
  const noteController = (write: ObservedWrite) => {
    if (!write.key.startsWith(`/registry/${TESTING_GROUP}/`)) {
      note(add(controllerEntry(write)), write);
    }
  };
  const observeRequest = (context: Context, entry: Entry) =>
    observeStore(store, {
      note: (write) => (isAbout(context, write.key) ? note(entry, write) : noteController(write)),
      onWrite,
    });
  return {
    store: observeStore(store, { note: noteController, onWrite }),
    filter: {
      before(context) {
        if (context.info.path === LOG_PATH) {
          return serveLog(context, entries);
        }
        if (context.info.isResource && context.info.group !== TESTING_GROUP) {
          const entry = add(entryOf(context));
          byContext.set(context, entry);
          entry.sent = keepSent(context, grow);
          if (WRITING_VERBS.has(context.info.verb)) {
            context.services = withStore(context.services, observeRequest(context, entry));
          }
        }
        return undefined;
      },
      after(context, response) {
        const entry = byContext.get(context);
        if (entry !== undefined) {
          entry.code = response.status;
        }
        return undefined;
      },
    },
    noteFault(context, name) {
      const entry = byContext.get(context);
      if (entry !== undefined) {
        entry.fault = name;
      }
    },
  };
}

function sizeOf(writes: readonly ObservedWrite[]): number {
  return writes.reduce((sum, { before, after }) => sum + (before?.byteLength ?? 0) + (after?.byteLength ?? 0), 0);
}

function isAbout({ resource }: Context, key: string): boolean {
  return resource !== undefined && key.startsWith(resource.storage.prefix);
}

function withStore(services: Context["services"], store: Store): Context["services"] {
  const own: { -readonly [Key in keyof typeof services]: (typeof services)[Key] } = { ...services };
  own.store = store;
  own.kinds = { ...services.kinds, store };
  return own;
}

function entryOf({ info, user, request }: Context): Omit<Entry, "number" | "time" | "writes"> {
  const userAgent = request.headers["user-agent"] ?? "";
  const { verb, namespace, name } = info;
  return { user: user.name, userAgent, verb, resource: resourceOf(info), namespace, name };
}

function controllerEntry({ key, before, after }: ObservedWrite): Omit<Entry, "number" | "time" | "writes"> {
  const verb = before === undefined ? "create" : after === undefined ? "delete" : "update";
  const [group = "", plural = "", ...place] = key.split("/").slice(2);
  const resource = group === "core" ? plural : `${plural}.${group}`;
  const [name = "", namespace = ""] = [...place].reverse();
  return { user: "", userAgent: "", verb, resource, namespace, name };
}

/** Entries after the number in the query, with their writes as merge patches; `requests=true` adds the requests as sent. */
function serveLog({ info }: Context, entries: readonly Entry[]): ApiResponse {
  const after = info.query.get("after") ?? "0";
  if (!/^\d{1,15}$/.test(after)) {
    throw statusBadRequest(`after must be the number of an entry, not ${JSON.stringify(after)}`);
  }
  const hasRequests = info.query.get("requests") === "true";
  const items = entries
    .filter(({ number }) => number > Number(after))
    .map((entry) => ({
      ...printEntry(entry),
      ...(hasRequests && entry.sent ? { request: printSent(entry.sent) } : {}),
    }));
  const body = encodeUtf8(JSON.stringify({ items, next: entries.at(-1)?.number ?? 0 }));
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

function printEntry({ writes, sent: _, ...entry }: Entry): JsonObject {
  return { ...(entry as unknown as JsonObject), writes: writes.map(printWrite) };
}

function printWrite({ key, revision, before, after }: ObservedWrite): JsonObject {
  const type = before === undefined ? "create" : after === undefined ? "delete" : "update";
  return { type, key, resourceVersion: String(revision), patch: patchOf({ key, before, after }) };
}

/**
 * Merge patch of a write. The undefined object of a delete becomes null in JSON; the content of Secrets is left out.
 */
function patchOf({ key, before, after }: Pick<ObservedWrite, "key" | "before" | "after">): JsonValue {
  if (after === undefined) {
    return null;
  }
  const patch = mergePatchOf(before === undefined ? {} : decodeStoredValue(before), decodeStoredValue(after));
  if (!key.startsWith("/registry/core/secrets/")) {
    return patch;
  }
  const { data: _, stringData: __, metadata, ...rest } = patch;
  const { annotations: ___, managedFields: ____, ...kept } = asObject(metadata);
  return { ...rest, metadata: kept };
}
