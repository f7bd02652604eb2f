import type { JsonObject } from "@kiln/api";
import type { Context } from "@kiln/apiserver";
import { decodeStoredValue } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { seededFraction } from "../random/seeded.ts";
import { type FaultSpec, readFaultSpec } from "./fault.ts";
import { FAULT_PREFIX } from "./fault-kind.ts";
import { matchesRequest, resourceOf } from "./match-request.ts";

/** A Fault that acts on a request. */
export interface ActiveFault {
  readonly name: string;
  readonly spec: FaultSpec;
  /** Settles when the fault is deleted or changed, or its cluster ends. */
  readonly over: Promise<void>;
  /** Calls back when {@link over} settles. Returns a function that removes the listener. */
  onOver(listener: () => void): () => void;
  /** Must be called when the effect takes place, to count it. */
  noteInjected(): void;
}

/** The faults of one cluster, with their counts. */
export interface FaultSet {
  /** First fault, by name, that acts on the request. Every matching fault counts the request. */
  choose(context: Context): ActiveFault | undefined;
  statusOf(name: string): JsonObject;
  /** Names of the faults whose stored status is outdated; clears the list. */
  takeChanged(): readonly string[];
  close(): void;
}

interface Counted extends ActiveFault {
  readonly object: string;
  /** Number of matching requests so far, by verb, resource, namespace and name. */
  readonly seen: Map<string, number>;
  readonly end: () => void;
  matched: number;
  /** Number of requests that the fault was chosen for, whether or not the effect took place yet. */
  chosen: number;
  injected: number;
}

/** Resolves once the stored faults are loaded, and follows them. `onInjected` is called after every effect. */
export async function openFaultSet(store: Store, onInjected: () => void): Promise<FaultSet> {
  const faults = new Map<string, Counted>();
  const changed = new Set<string>();
  let ordered: readonly Counted[] = [];
  const set = (key: string, value: Uint8Array | undefined) => {
    const name = key.slice(FAULT_PREFIX.length);
    const before = faults.get(name);
    const object = value === undefined ? undefined : decodeStoredValue(value);
    // A write that changes only the status keeps the counts.
    if (object !== undefined && before?.object === JSON.stringify(object.spec)) {
      return;
    }
    before?.end();
    faults.delete(name);
    if (object !== undefined) {
      const noteInjected = (fault: Counted) => {
        fault.injected++;
        changed.add(name);
        onInjected();
      };
      faults.set(name, createCounted(name, object, noteInjected));
    }
    ordered = [...faults.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  const stop = store.onCommit(({ events }) => {
    for (const { key, value } of events) {
      if (key.startsWith(FAULT_PREFIX)) {
        set(key, value);
      }
    }
  });
  for await (const { entries } of await store.range({ prefix: FAULT_PREFIX })) {
    for (const { key, value } of entries) {
      set(key, value);
    }
  }
  return {
    choose(context) {
      let first: Counted | undefined;
      for (const fault of ordered) {
        if (matchesRequest(fault.spec, context)) {
          changed.add(fault.name);
          const acts = draw(fault, context, { isFree: first === undefined });
          first ??= acts ? fault : undefined;
        }
      }
      return first;
    },
    statusOf(name) {
      const { matched = 0, injected = 0 } = faults.get(name) ?? {};
      return { matched, injected };
    },
    takeChanged() {
      const names = [...changed].filter((name) => faults.has(name));
      changed.clear();
      return names;
    },
    close() {
      stop();
      for (const { end } of faults.values()) {
        end();
      }
    },
  };
}

function createCounted(name: string, object: JsonObject, noteInjected: (fault: Counted) => void): Counted {
  const spec = readFaultSpec(object);
  let settle = () => {};
  const over = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const listeners = new Set<() => void>();
  const fault: Counted = {
    name,
    spec,
    object: JSON.stringify(object.spec),
    over,
    onOver(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      settle();
      for (const listener of listeners) {
        listener();
      }
      listeners.clear();
    },
    seen: new Map(),
    matched: 0,
    chosen: 0,
    injected: 0,
    noteInjected: () => noteInjected(fault),
  };
  return fault;
}

/** Maximum number of different objects that are counted; beyond it, counting starts again. */
const MOST_SEEN = 10_000;

/** Counts one matching request. Returns whether the fault acts on it, which it does only if no other fault does. */
function draw(fault: Counted, context: Pick<Context, "info">, { isFree }: { readonly isFree: boolean }): boolean {
  const { nth, times, probability } = fault.spec;
  fault.matched++;
  const isDrawn = drawFraction(fault, context) < probability;
  const acts = isFree && isDrawn && fault.chosen < times && (nth.length === 0 || nth.includes(fault.matched));
  fault.chosen += acts ? 1 : 0;
  return acts;
}

/**
 * Random number by verb, resource, namespace, name and their count: concurrent requests arrive in a different order in
 * every run, and still each one meets the same fault.
 */
function drawFraction({ name, spec, seen }: Counted, { info }: Pick<Context, "info">): number {
  const request = [info.verb, resourceOf(info), info.namespace, info.name].join(" ");
  const count = (seen.get(request) ?? 0) + 1;
  if (seen.size >= MOST_SEEN) {
    seen.clear();
  }
  seen.set(request, count);
  return seededFraction(spec.seed, `${name} ${request} ${count}`);
}
