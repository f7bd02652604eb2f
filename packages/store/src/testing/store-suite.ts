import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { type Follower, followStore } from "./check-consistency.ts";
import { checkHistory } from "./check-history.ts";
import { recordHistory } from "./record-history.ts";
import { seededRandom } from "./seeded-random.ts";
import { prefix, type StoreUnderTest, type SuiteContext } from "./suite-context.ts";
import { describeHistory, describeLifetimes } from "./suite-history.ts";
import { describeReads } from "./suite-reads.ts";
import { describeWatches } from "./suite-watches.ts";
import { describeWrites } from "./suite-writes.ts";

export interface StoreSuiteOptions {
  readonly open: () => Promise<StoreUnderTest>;
  /** Operations of each of the 16 clients whose history is checked. */
  readonly operationsPerClient?: number;
}

/** The contract, as tests: what every backend must do. Each test ends with a check that all views agree. */
export function describeStore(name: string, options: StoreSuiteOptions): void {
  describe(name, () => {
    let subject: StoreUnderTest;
    let store: Store;
    let follower: Follower;
    beforeEach(async () => {
      subject = await options.open();
      store = subject.store;
      follower = followStore(store, prefix);
    });
    afterEach(async () => {
      const faults = await follower.check().catch((error) => {
        if (isStoreError(error, "closed")) return [];
        throw error;
      });
      await subject.dispose();
      expect(faults).toEqual([]);
    });
    const context: SuiteContext = { store: () => store, subject: () => subject };
    describe("writes", () => describeWrites(context));
    describe("reads", () => describeReads(context));
    describe("watches", () => describeWatches(context));
    describe("history", () => describeHistory(context));
    describe("lifetimes", () => describeLifetimes(context));
    it("is linearizable under concurrent clients", async () => {
      const seed = 20;
      const history = await recordHistory(store, {
        clients: 16,
        operationsPerClient: options.operationsPerClient ?? 250,
        keys: Array.from({ length: 8 }, (_, i) => `${prefix}things/key-${i}`),
        prefix,
        random: seededRandom(seed),
      });
      expect(history.operations).toHaveLength(16 * (options.operationsPerClient ?? 250));
      expect(checkHistory(history)).toEqual([]);
    });
  });
}
