import { AsyncLocalStorage } from "node:async_hooks";
import { asObject, encodeUtf8, type JsonObject, type JsonValue, statusBadRequest } from "@kiln/api";
import type { Context, Filter } from "@kiln/apiserver";
import { decodeStoredValue } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { ApiResponse } from "@kiln/wire";
import { resourceOf } from "../faults/match-request.ts";
import { TESTING_GROUP } from "../kinds/definition-of.ts";
import { mergePatchOf } from "./merge-patch-of.ts";
import { type ObservedWrite, observeStore } from "./observe-store.ts";
import { keepSent, printSent, type SentRequest } from "./sent-request.ts";

/** Path at which a cluster serves its log. */
export const LOG_PATH = "/testing/log";

/** Maximum number of entries, and of bytes of objects in them; the oldest are dropped first. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

interface Entry {
  readonly number: number;
  readonly time: string;
  /** Empty for a write of the server's own controllers. */
  readonly user: string;
  readonly userAgent: string;
  readonly verb: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** Absent until the request is answered. */
  code?: number;
  fault?: string;
  /** Absent for controllers. */
  sent?: SentRequest;
  readonly writes: ObservedWrite[];
}

/** A request in flight: its cluster, and its entry, once it is authorized. */
interface Slot {
  readonly cluster: object;
  entry?: Entry;
  context?: Context;
}

/**
 * Determines the request that asynchronous work belongs to, in all clusters of a process. One for all: Node propagates
 * every async storage through all promises, so that one per cluster would cost each request time for each cluster.
 */
export interface RequestSlots {
  run<T>(slot: Slot, work: () => T): T;
  get(): Slot | undefined;
  close(): void;
}

export function createRequestSlots(): RequestSlots {
  const slots = new AsyncLocalStorage<Slot>();
  return {
    run: (slot, work) => slots.run(slot, work),
    get: () => slots.getStore(),
    close: () => slots.disable(),
  };
}

/** Requests of one cluster with their writes, newest last. */
export interface RequestLog {
  /** Assigns everything that `work` does to one request. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Wraps the store for the cluster's server. */
  observe(store: Store): Store;
  /** Records requests, and serves {@link LOG_PATH}. */
  readonly filter: Filter;
  /** Sets the fault that acts on the current request. */
  noteFault(name: string): void;
}

export function createRequestLog(now: () => Date, slots: RequestSlots): RequestLog {
  const cluster = {};
  const getSlot = () => {
    const slot = slots.get();
    return slot?.cluster === cluster ? slot : undefined;
  };
  const entries: Entry[] = [];
  let count = 0;
  let bytes = 0;
  const add = (entry: Omit<Entry, "number" | "time" | "writes">): Entry => {
    const added = { ...entry, number: ++count, time: now().toISOString(), writes: [] };
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
  return {
    run: (work) => slots.run({ cluster }, work),
    observe: (store) =>
      observeStore(store, (key) => {
        const slot = getSlot();
        // Controllers triggered by a write run in its async context: only writes of the request's own kind belong to
        // it.
        const entry = slot?.context !== undefined && isAbout(slot.context, key) ? slot.entry : undefined;
        const isOwn = key.startsWith(`/registry/${TESTING_GROUP}/`);
        return (write) => (isOwn ? undefined : note(entry ?? add(controllerEntry(write)), write));
      }),
    filter: {
      before(context) {
        if (context.info.path === LOG_PATH) {
          return serveLog(context, entries);
        }
        const slot = getSlot();
        if (slot !== undefined && context.info.isResource && context.info.group !== TESTING_GROUP) {
          slot.context = context;
          slot.entry = add(entryOf(context));
          slot.entry.sent = keepSent(context, grow);
        }
        return undefined;
      },
      after(context, response) {
        const slot = getSlot();
        if (slot?.context === context && slot.entry !== undefined) {
          slot.entry.code = response.status;
        }
        return undefined;
      },
    },
    noteFault(name) {
      const entry = getSlot()?.entry;
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

/** An undefined object of a delete is null in JSON; the content of Secrets is left out. */
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
