import type { EventBatch, Watch } from "../store.ts";

/** Watch that delivers a batch of earlier events first, then the events of another watch. */
export function continueWatch(first: EventBatch, rest: Watch): Watch {
  const iterator = rest[Symbol.asyncIterator]();
  let pending = first.events.length > 0 ? first : undefined;
  return {
    requestProgress: () => rest.requestProgress(),
    close() {
      pending = undefined;
      rest.close();
    },
    [Symbol.asyncIterator]: () => ({
      next() {
        if (pending === undefined) return iterator.next();
        const value = pending;
        pending = undefined;
        return Promise.resolve({ done: false as const, value });
      },
      return() {
        pending = undefined;
        rest.close();
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
}
