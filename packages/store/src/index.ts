export type {
  Entry,
  EventBatch,
  Expected,
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
export { isStoreError, StoreError, type StoreErrorCode } from "./store-error.ts";
