export { type Follower, followStore, sameBytes } from "./check-consistency.ts";
export { checkHistory, type History, type Operation } from "./check-history.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { readRange, type WholeRange } from "./read-range.ts";
export { type RecordOptions, readEvents, recordHistory } from "./record-history.ts";
export { seededRandom } from "./seeded-random.ts";
export { type EtcdCluster, type EtcdMember, findEtcd, type StartEtcdOptions, startEtcd } from "./start-etcd.ts";
export { describeStore, type StoreSuiteOptions } from "./store-suite.ts";
export type { StoreUnderTest } from "./suite-context.ts";
