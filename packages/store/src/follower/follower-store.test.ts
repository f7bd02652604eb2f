import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import { checkHistory, describeStore, readRange, recordHistory, seededRandom } from "../testing/index.ts";
import type { FollowerStore } from "./follower-store.ts";
import { type OwnedStore, type Owner, startOwner } from "./testing/start-owner.ts";

let owner: Owner;
beforeAll(async () => {
  owner = await startOwner();
});
afterAll(() => owner.close());

describeStore("FollowerStore", {
  open: async () => {
    const owned = await owner.openStore();
    const store = await owned.follow();
    return {
      store,
      elapse: owned.elapse,
      async dispose() {
        await store.close();
        await owned.close();
      },
    };
  },
});

const prefix = "/registry/";
const value = new Uint8Array(100).fill(7);

describe("several followers of one store", () => {
  let owned: OwnedStore;
  let first: FollowerStore;
  let second: FollowerStore;
  beforeEach(async () => {
    owned = await owner.openStore();
    first = await owned.follow();
    second = await owned.follow();
  });
  afterEach(async () => {
    await first.close();
    await second.close();
    await owned.close();
  });

  it("are linearizable together", { timeout: 60_000 }, async () => {
    const history = await recordHistory(alternate([first, second]), {
      clients: 16,
      operationsPerClient: 100,
      keys: Array.from({ length: 8 }, (_, i) => `${prefix}things/key-${i}`),
      prefix,
      random: seededRandom(11),
    });
    expect(checkHistory(history)).toEqual([]);
  });

  it("find in one what was answered by another", async () => {
    for (let i = 0; i < 50; i++) {
      const revision = await first.create(`${prefix}key-${i}`, value);
      expect((await second.get(`${prefix}key-${i}`))?.revision).toBe(revision);
      expect(second.catchUp()).toBeUndefined();
    }
    expect(await second.count({ prefix })).toBe(50);
  });

  it("let one of them win", async () => {
    const revision = await first.create(`${prefix}a`, value);
    await second.currentRevision();
    const answers = await Promise.allSettled(
      [first, second, first, second].map((store) => store.replace(`${prefix}a`, value, { revision })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("read on when what they kept has gone into the tables, and history out of them", { timeout: 60_000 }, async () => {
    const keys = 9000;
    await Promise.all(Array.from({ length: keys }, (_, i) => first.create(`${prefix}key-${i}`, value)));
    const half = Array.from({ length: keys / 2 }, (_, i) => first.peek(`${prefix}key-${2 * i}`)!);
    await Promise.all(half.map((entry) => second.delete(entry.key, entry)));
    await first.compact(await first.currentRevision());
    // Maintenance removes records that only reads before the compacted revision need.
    for (let i = 0; i < 20; i++) await owned.elapse(1);
    const late = await owned.follow();
    for (const store of [first, second, late]) {
      const { entries } = await readRange(store, { prefix });
      expect(entries).toHaveLength(keys / 2);
      expect(await store.get(`${prefix}key-0`)).toBeUndefined();
      expect(store.peek(`${prefix}key-1`)?.value).toEqual(value);
    }
    await late.close();
  });
});

describe("a follower whose owner is killed", () => {
  it("says so once, and answers nothing more", { timeout: 60_000 }, async () => {
    const other = await startOwner();
    const owned = await other.openStore();
    let lost = 0;
    const store = await owned.follow(() => {
      lost += 1;
    });
    await store.create(`${prefix}a`, value);
    const writing = store.create(`${prefix}b`, value).catch((error) => error.code);
    await other.kill();
    expect(["outcome-unknown", expect.any(Number)]).toContainEqual(await writing);
    await expect(store.create(`${prefix}c`, value)).rejects.toMatchObject({ code: "unavailable" });
    expect(lost).toBe(1);
    await store.close();
  });
});

/** Each call goes to the next store. */
function alternate(stores: readonly Store[]): Store {
  let turn = 0;
  return new Proxy(stores[0]!, {
    get(_, name) {
      const store = stores[turn++ % stores.length]!;
      const member = Reflect.get(store, name, store);
      return typeof member === "function" ? member.bind(store) : member;
    },
  });
}
