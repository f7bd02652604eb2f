export {
  type CowTree,
  createTree,
  treeDelete,
  treeEntries,
  treeFromSorted,
  treeGet,
  treeRank,
  treeSet,
  treeSize,
} from "./cow-tree.ts";
export type { KeyLayout } from "./etcd/key-space.ts";
export { EventRing, type EventRingOptions } from "./event-ring.ts";
export { checkKey, compareKeys, keyAfter, maxKeyBytes, prefixEnd } from "./key-order.ts";
export { createMappedStore } from "./mapped-store.ts";
export { createSelection, remembersSelections, type SelectingStore, type Selection, selectEach } from "./selection.ts";
export type {
  Entry,
  EventBatch,
  Expected,
  GetAllOptions,
  Range,
  RangeOptions,
  RangeSlice,
  ReadOptions,
  Revision,
  Store,
  StoreEvent,
  TtlOptions,
  Watch,
  WatchOptions,
} from "./store.ts";
export { createStoreClock, type StoreClock, toStoreClock } from "./store-clock.ts";
export { isStoreError, StoreError, type StoreErrorCode } from "./store-error.ts";
export { countTree } from "./tree-range.ts";
export { createUnreadable, type UnreadableListener } from "./unreadable.ts";
export { maxRequestBytes, maxSentBytes, requestBytes } from "./value-size.ts";
export { yieldTurn } from "./yield-turn.ts";
