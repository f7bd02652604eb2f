import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createKubernetesKeys, isReadableValue } from "@kiln/kinds";
import type { Store, UnreadableListener } from "@kiln/store";
import { UsageError } from "../command.ts";
import { loadLmdb } from "./load-lmdb.ts";

type Flags = Readonly<Record<string, string | undefined>>;

/** A storage backend: a value of `--store`. */
interface StoreBackend<Settings extends object> {
  /** Location of the objects, for the help. */
  readonly about: string;
  /** Flags that only this backend has: name of the value, and help. */
  readonly flags?: Readonly<Record<string, readonly [value: string, about: string]>>;
  /**
   * Set if other servers and programs use the same data: values are then plain JSON, and one server at a time runs
   * controllers.
   */
  readonly isShared?: true;
  /** Set if `--testing` can keep forks with this backend. */
  readonly canFork?: true;
  /** Parses the flags of the backend. Throws a UsageError for missing or invalid ones. */
  parse(flags: Flags): Settings;
  /** Opens the store. Imports the backend here: one that is not used costs no start-up time and memory. */
  open(settings: Settings, options: OpenBackendOptions): Promise<Store>;
}

interface OpenBackendOptions {
  readonly dataDir: string;
  readonly onUnreadable: UnreadableListener;
}

interface EtcdOptions {
  readonly servers: readonly string[];
  readonly prefix?: string;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

const lmdb: StoreBackend<object> = {
  about: "files in the data directory",
  canFork: true,
  parse: () => ({}),
  async open(_settings, { dataDir, onUnreadable }) {
    const { openLmdbStore } = await loadLmdb();
    return openLmdbStore({ directory: join(dataDir, "data"), isReadable: isReadableValue, onUnreadable });
  },
};

const memory: StoreBackend<object> = {
  about: "memory of the process, lost when it ends",
  canFork: true,
  parse: () => ({}),
  async open() {
    const { MemoryStore } = await import("@kiln/store/memory");
    return new MemoryStore();
  },
};

const etcd: StoreBackend<EtcdOptions> = {
  about: "etcd servers, which any number of API servers may share",
  flags: {
    "etcd-servers": ["URLS", "the servers, separated by commas"],
    "etcd-prefix": ["PREFIX", "key prefix (default /registry)"],
    "etcd-cafile": ["FILE", "certificate authority of the servers"],
    "etcd-certfile": ["FILE", "client certificate"],
    "etcd-keyfile": ["FILE", "key of the client certificate"],
  },
  isShared: true,
  parse(flags) {
    const servers = (flags["etcd-servers"] ?? "").split(",").filter((server) => server !== "");
    if (servers.length === 0) {
      throw new UsageError("--store etcd needs --etcd-servers, for example http://127.0.0.1:2379");
    }
    return {
      servers,
      ...(flags["etcd-prefix"] === undefined ? {} : { prefix: flags["etcd-prefix"] }),
      ...(flags["etcd-cafile"] === undefined ? {} : { caFile: flags["etcd-cafile"] }),
      ...(flags["etcd-certfile"] === undefined ? {} : { certFile: flags["etcd-certfile"] }),
      ...(flags["etcd-keyfile"] === undefined ? {} : { keyFile: flags["etcd-keyfile"] }),
    };
  },
  async open(settings) {
    const { openEtcdStore } = await import("@kiln/store/etcd");
    const { servers, prefix } = settings;
    const tls = readTls(settings);
    return openEtcdStore({
      endpoints: servers,
      foreignLayout: createKubernetesKeys(),
      ...(prefix === undefined ? {} : { prefix }),
      ...(tls === undefined ? {} : { tls }),
    });
  },
};

function readTls({ caFile, certFile, keyFile }: EtcdOptions): Record<"ca" | "cert" | "key", string> | undefined {
  const files = Object.entries({ ca: caFile, cert: certFile, key: keyFile }).filter(([, file]) => file !== undefined);
  return files.length === 0
    ? undefined
    : (Object.fromEntries(files.map(([name, file]) => [name, readFileSync(String(file), "utf8")])) as Record<
        "ca" | "cert" | "key",
        string
      >);
}

/** Storage backends by their value of `--store`; the first is the default. Flags, help and opening derive from it. */
const BACKENDS = { lmdb, memory, etcd };

type Backends = typeof BACKENDS;
export type StoreKind = keyof Backends;

/** Backend that the flags select, with its settings. */
export type StoreChoice = {
  [Kind in StoreKind]: { readonly kind: Kind } & ReturnType<Backends[Kind]["parse"]>;
}[StoreKind];

export const storeKinds = Object.keys(BACKENDS) as readonly StoreKind[];
export const [defaultStoreKind] = storeKinds as readonly [StoreKind, ...StoreKind[]];

/** Backends that support `--testing`. */
export const forkableKinds: readonly StoreKind[] = storeKinds.filter((kind) => backendOf(kind).canFork === true);

/** Names of the flags of all backends, without the dashes. */
export const storeFlags: readonly string[] = storeKinds.flatMap((kind) => Object.keys(backendOf(kind).flags ?? {}));

export function parseStoreChoice(kind: StoreKind, flags: Flags): StoreChoice {
  return { kind, ...backendOf(kind).parse(flags) } as StoreChoice;
}

export function isSharedStore({ kind }: { readonly kind: StoreKind }): boolean {
  return backendOf(kind).isShared === true;
}

export function openBackend(choice: StoreChoice, options: OpenBackendOptions): Promise<Store> {
  return backendOf(choice.kind).open(choice as never, options);
}

const COLUMN = 25;

/** Help text of `--store` and the flags of backends. */
export function printStoreHelp(): string {
  const width = storeKinds.reduce((widest, kind) => Math.max(widest, kind.length), 0);
  const flags = storeKinds.flatMap((kind) =>
    Object.entries(backendOf(kind).flags ?? {}).map(([name, [value, about]]) => {
      const start = `  --${name} ${value}`;
      const gap = start.length < COLUMN ? " ".repeat(COLUMN - start.length) : `\n${" ".repeat(COLUMN)}`;
      return `${start}${gap}for --store ${kind}: ${about}`;
    }),
  );
  const indent = " ".repeat(COLUMN);
  return [
    `  --store ${storeKinds.join("|")}`,
    `${indent}storage backend (default ${defaultStoreKind})`,
    ...storeKinds.map((kind) => `${indent}  ${kind.padEnd(width)}  ${backendOf(kind).about}`),
    ...flags,
  ].join("\n");
}

/** A backend of unknown settings type: only the result of its own `parse` may be passed to its `open`. */
interface AnyBackend extends Omit<StoreBackend<object>, "open"> {
  open(settings: never, options: OpenBackendOptions): Promise<Store>;
}

function backendOf(kind: StoreKind): AnyBackend {
  return BACKENDS[kind];
}
