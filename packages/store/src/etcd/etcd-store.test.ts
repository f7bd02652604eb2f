import { afterAll, beforeAll, describe } from "vitest";
import { type EtcdCluster, findEtcd, startEtcd } from "../testing/start-etcd.ts";
import { describeStore } from "../testing/store-suite.ts";
import { openEtcdStore } from "./etcd-store.ts";

const program = findEtcd();

describe.skipIf(program === undefined)("with a real etcd", () => {
  let etcd: EtcdCluster;
  let stores = 0;
  beforeAll(async () => {
    etcd = await startEtcd(program!);
  });
  afterAll(() => etcd.close());

  describeStore("openEtcdStore()", {
    async open() {
      const store = await openEtcdStore({ endpoints: etcd.endpoints, prefix: `/test-${stores++}` });
      return {
        store,
        // etcd's leases expire by the real clock only.
        elapse: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
        dispose: () => store.close(),
      };
    },
    operationsPerClient: 250,
  });
});
