import { afterEach, describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { followStore } from "../testing/check-consistency.ts";
import { checkHistory } from "../testing/check-history.ts";
import { recordHistory } from "../testing/record-history.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { type EtcdCluster, findEtcd, type StartEtcdOptions, startEtcd } from "../testing/start-etcd.ts";
import { startTcpProxy, type TcpProxy } from "../testing/start-tcp-proxy.ts";
import { type EtcdStoreOptions, openEtcdStore } from "./etcd-store.ts";

const program = findEtcd();
const prefix = "/registry/";
/** Rounds of faults; `npm run test:etcd-faults` runs more. */
const rounds = Number(process.env.KILN_FAULT_ROUNDS ?? 1);
/** A read or a write that is refused for this long while etcd is well again is a fault of the store. */
const patienceMs = 60_000;

interface Hurt {
  readonly etcd: EtcdCluster;
  readonly proxies: readonly TcpProxy[];
  /** Settles when so many more writes have been committed, or when the clients are done. */
  commits(count: number): Promise<void>;
}

describe.skipIf(program === undefined)("openEtcdStore() when etcd fails", () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const thing of opened.splice(0).reverse()) await thing.close();
  });

  const faults: [string, number, (hurt: Hurt) => Promise<void>][] = [
    ["is killed and restarted", 1, killAndRestart],
    ["is paused", 1, pauseAndResume],
    ["loses its connections", 1, dropConnections],
    ["loses one member after the other, the leader among them", 3, killInTurn],
    ["has a member paused", 3, pauseInTurn],
  ];

  it("is not healthy while etcd does not answer, and is again once it does", async () => {
    const { etcd, store } = await open({ members: 1 }, { requestTimeoutMs: 500 });
    await store.checkHealth();
    etcd.members[0]!.pause();
    await expect(store.checkHealth()).rejects.toMatchObject({ code: "unavailable" });
    etcd.members[0]!.resume();
    await expect.poll(() => store.checkHealth().then(() => "ok", String), { timeout: 20_000 }).toBe("ok");
  }, 60_000);

  it.each(faults)(
    "loses and doubles nothing when etcd %s",
    async (_name, members, hurt) => {
      const { etcd, proxies, store } = await open({ members });
      const follower = followStore(store, prefix);
      let committed = 0;
      let isDone = false;
      const waiting = new Set<() => boolean>();
      const notify = () => {
        for (const check of waiting) if (check()) waiting.delete(check);
      };
      store.onCommit(({ events }) => {
        committed += events.length;
        notify();
      });
      const commits = (count: number) => {
        const goal = committed + count;
        return new Promise<void>((resolve) => {
          const check = () => {
            const isReached = isDone || committed >= goal;
            if (isReached) resolve();
            return isReached;
          };
          if (!check()) waiting.add(check);
        });
      };
      const recording = recordHistory(patient(store), {
        clients: 8,
        operationsPerClient: 120 * rounds,
        keys: Array.from({ length: 8 }, (_, i) => `${prefix}things/key-${i}`),
        prefix,
        random: seededRandom(7),
      }).finally(() => {
        isDone = true;
        notify();
      });
      const hurting = hurt({ etcd, proxies, commits });
      const history = await recording;
      await hurting;
      expect(checkHistory(history)).toEqual([]);
      expect(await follower.check()).toEqual([]);
    },
    120_000,
  );

  it("tells within its time which endpoints do not answer", async () => {
    const { etcd, store } = await open({ members: 1 }, { requestTimeoutMs: 700 });
    const created = await store.create(`${prefix}a`, new Uint8Array());
    await etcd.members[0]!.kill();
    const answers = await Promise.allSettled([
      store.get(`${prefix}a`),
      store.replace(`${prefix}a`, new Uint8Array(1), { revision: created }),
    ]);
    for (const answer of answers) {
      const error = answer.status === "rejected" ? answer.reason : undefined;
      expect(isStoreError(error, "unavailable") || isStoreError(error, "outcome-unknown")).toBe(true);
      expect(error.message).toContain("http://127.0.0.1:");
    }
    expect((await store.get(`${prefix}a`, { minRevision: 0 }))?.revision).toBe(created);
  });

  it("tells a full etcd from a value that is too large, and goes on reading", async () => {
    const { store } = await open({ args: ["--quota-backend-bytes", "6000000"] });
    const first = await store.create(`${prefix}first`, new Uint8Array(1));
    for (const megabytes of [2, 4]) {
      const tooLarge = store.create(`${prefix}large`, new Uint8Array(megabytes * 1_000_000));
      await expect(tooLarge).rejects.toMatchObject({ code: "too-large" });
    }
    const fill = async () => {
      for (let i = 0; i < 20; i++) await store.create(`${prefix}big-${i}`, new Uint8Array(1_000_000));
    };
    await expect(fill()).rejects.toMatchObject({ code: "no-space" });
    expect((await store.get(`${prefix}first`))?.revision).toBe(first);
  });

  it("starts over when etcd compacted what it has not seen", async () => {
    const { etcd, proxies, store } = await open({ members: 1 });
    const other = await openEtcdStore({ endpoints: etcd.endpoints });
    opened.push(other);
    const heard: string[] = [];
    store.onCommit(({ events }) => heard.push(...events.map(({ type, key }) => `${type} ${key}`)));
    const kept = await store.create(`${prefix}kept`, new Uint8Array());
    const gone = await store.create(`${prefix}gone`, new Uint8Array());
    const watch = await store.watch({ prefix, after: gone });
    const failed = watch[Symbol.asyncIterator]().next();
    await proxies[0]!.close();
    await other.replace(`${prefix}kept`, new Uint8Array(1), { revision: kept });
    await other.delete(`${prefix}gone`, { revision: gone });
    await other.create(`${prefix}new`, new Uint8Array());
    await other.compact(await other.currentRevision());
    await proxies[0]!.reopen();
    await expect(failed).rejects.toMatchObject({ code: "compacted" });
    expect(heard.slice(2)).toEqual([`replace ${prefix}kept`, `create ${prefix}new`, `delete ${prefix}gone`]);
    expect((await store.get(`${prefix}kept`))?.value).toHaveLength(1);
    await store.create(`${prefix}more`, new Uint8Array());
    expect(heard.at(-1)).toBe(`create ${prefix}more`);
  });

  /** Each member is behind a proxy of its own, except that etcd's members talk to each other directly. */
  async function open(
    options: StartEtcdOptions,
    storeOptions: Partial<EtcdStoreOptions> = {},
  ): Promise<{ etcd: EtcdCluster; proxies: TcpProxy[]; store: Store }> {
    const etcd = await startEtcd(program!, options);
    opened.push(etcd);
    const proxies: TcpProxy[] = [];
    for (const endpoint of etcd.endpoints) proxies.push(await startTcpProxy(Number(new URL(endpoint).port)));
    opened.push(...proxies);
    const store = await openEtcdStore({
      endpoints: proxies.map(({ port }) => `http://127.0.0.1:${port}`),
      requestTimeoutMs: 5000,
      connectTimeoutMs: 500,
      keepaliveMs: 300,
      keepaliveTimeoutMs: 300,
      ...storeOptions,
    });
    opened.push(store);
    return { etcd, proxies, store };
  }
});

async function killAndRestart({ etcd, commits }: Hurt): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await commits(60);
    await etcd.members[0]!.kill();
    await etcd.members[0]!.start();
  }
}

async function pauseAndResume({ etcd, proxies, commits }: Hurt): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await commits(60);
    etcd.members[0]!.pause();
    // The store has given the old connection up and tries another, to the same paused process.
    await proxies[0]!.nextConnection();
    etcd.members[0]!.resume();
  }
}

async function dropConnections({ proxies, commits }: Hurt): Promise<void> {
  for (let round = 0; round < rounds * 3; round++) {
    await commits(20);
    proxies[0]!.drop();
  }
}

async function killInTurn({ etcd, commits }: Hurt): Promise<void> {
  for (const member of repeat(etcd.members)) {
    await commits(40);
    await member.kill();
    await commits(40);
    await member.start();
  }
}

async function pauseInTurn({ etcd, commits }: Hurt): Promise<void> {
  for (const member of repeat(etcd.members)) {
    await commits(40);
    member.pause();
    await commits(40);
    member.resume();
  }
}

function repeat<T>(items: readonly T[]): T[] {
  return Array.from({ length: rounds }, () => items).flat();
}

/**
 * Store that repeats calls while etcd is down: reads, and writes that surely did not happen. Writes in doubt are not
 * repeated.
 */
function patient(store: Store): Store {
  const retry = async <T>(act: () => Promise<T>): Promise<T> => {
    for (const deadline = Date.now() + patienceMs; ; ) {
      try {
        return await act();
      } catch (error) {
        if (!isStoreError(error, "unavailable") || Date.now() > deadline) throw error;
      }
    }
  };
  return {
    get revision() {
      return store.revision;
    },
    currentRevision: () => retry(() => store.currentRevision()),
    checkHealth: () => store.checkHealth(),
    get: (key, options) => retry(() => store.get(key, options)),
    getAll: (keys, options) => retry(() => store.getAll(keys, options)),
    range: (options) => retry(() => store.range(options)),
    count: (options) => retry(() => store.count(options)),
    peek: (key) => store.peek(key),
    create: (key, value, options) => retry(() => store.create(key, value, options)),
    replace: (key, value, options) => retry(() => store.replace(key, value, options)),
    delete: (key, expected) => retry(() => store.delete(key, expected)),
    watch: (options) => retry(() => store.watch(options)),
    onCommit: (listener) => store.onCommit(listener),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}
