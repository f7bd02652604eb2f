import { type Clock, createSystemClock } from "@kiln/api";
import { type Client, createBackoff, createClient, wait } from "@kiln/client";
import type { SchemaSource } from "@kiln/schema";
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createBrowserTransport } from "../connection/browser-transport.ts";
import type { OpenSession } from "../connection/session.ts";
import { type Kind, readKinds } from "../kinds/read-kinds.ts";
import { clusterPrefix, hasTesting } from "../model/testing-kinds.ts";
import { MANAGER } from "../model/write-object.ts";
import { readSchema } from "../schema/read-schema.ts";
import { type Page, parseRoute, printRoute, type Route } from "./route.ts";
import { type Trouble, watchTrouble } from "./watch-trouble.ts";

/** State and clients that all parts of the page share. */
export interface App {
  readonly session: OpenSession;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly route: ReadonlySignal<Route>;
  /** Client of the cluster of the kubeconfig. */
  readonly base: Client;
  /** Client of the cluster in the route. */
  readonly client: ReadonlySignal<Client>;
  /** Kinds of the cluster; undefined until loaded. */
  readonly kinds: Signal<readonly Kind[] | undefined>;
  readonly trouble: Signal<Trouble | undefined>;
  /** Whether the cluster of the kubeconfig has the testing kinds: forks, clocks and faults. */
  readonly hasForks: ReadonlySignal<boolean>;
  /** Navigates: replaces the given parts of the route. */
  go(change: Partial<Omit<Route, "page">> & { readonly page?: Page }): void;
  hrefOf(change: Partial<Omit<Route, "page">> & { readonly page?: Page }): string;
  schemaOf(kind: Kind): Promise<SchemaSource | undefined>;
  reloadKinds(): Promise<void>;
}

export interface AppHost {
  readonly location: Location;
  readonly fetch: typeof fetch;
  readonly WebSocket: typeof WebSocket;
  readonly addEventListener: typeof addEventListener;
}

export function createApp(session: OpenSession, host: AppHost): App {
  const clock = createSystemClock();
  const trouble = signal<Trouble | undefined>(undefined);
  const open = createOpener(session, host, trouble);
  const route = signal(parseRoute(host.location.hash));
  const fork = computed(() => route.value.fork);
  const base = open("");
  const client = computed(() => (fork.value === "" ? base : open(clusterPrefix(fork.value))));
  const kinds = signal<readonly Kind[] | undefined>(undefined);
  const hasForks = signal(false);
  const hrefOf: App["hrefOf"] = (change) => printRoute({ ...route.value, ...change });
  const reloadKinds = async () => {
    const asked = client.value;
    const found = await readKinds(asked);
    if (asked === client.value) {
      kinds.value = found;
      hasForks.value ||= asked === base && hasTesting(found);
    }
  };
  host.addEventListener("hashchange", () => {
    route.value = parseRoute(host.location.hash);
  });
  return {
    session,
    clock,
    fraction: Math.random,
    route,
    base,
    client,
    kinds,
    trouble,
    hasForks,
    hrefOf,
    reloadKinds,
    go: (change) => {
      host.location.hash = hrefOf(change);
    },
    schemaOf: createSchemaCache(client),
  };
}

function createOpener(session: OpenSession, host: AppHost, trouble: Signal<Trouble | undefined>) {
  const report = (found: Trouble | undefined) => {
    // An ended session stays ended: later trouble does not replace it.
    if (trouble.value?.kind !== "session" && trouble.value?.text !== found?.text) {
      trouble.value = found;
    }
  };
  return (prefix: string): Client => {
    const transport = createBrowserTransport({
      key: session.key,
      prefix,
      fetch: host.fetch.bind(globalThis),
      WebSocket: host.WebSocket,
      socketOrigin: `ws://${host.location.host}`,
    });
    return createClient({ transport: watchTrouble(transport, report), userAgent: MANAGER });
  };
}

/** A schema is read once per cluster; a failure is not cached. */
function createSchemaCache(client: ReadonlySignal<Client>): App["schemaOf"] {
  const kept = new WeakMap<Client, Map<string, Promise<SchemaSource | undefined>>>();
  return (kind) => {
    const asked = client.value;
    const ofClient = kept.get(asked) ?? new Map<string, Promise<SchemaSource | undefined>>();
    kept.set(asked, ofClient);
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const found = ofClient.get(key) ?? readSchema(asked, kind);
    ofClient.set(key, found);
    found.catch(() => ofClient.delete(key));
    return found;
  };
}

/** Reads the kinds, repeatedly until it succeeds, and periodically after that: CRDs change. */
export async function followKinds(app: App, stopped: AbortSignal): Promise<void> {
  const backoff = createBackoff({ fraction: app.fraction, firstMs: 500, lastMs: 5_000 });
  const REFRESH_MS = 30_000;
  while (!stopped.aborted) {
    try {
      await app.reloadKinds();
      backoff.reset();
      await wait(app.clock, REFRESH_MS, stopped);
    } catch {
      await wait(app.clock, backoff.nextMs(), stopped);
    }
  }
}
