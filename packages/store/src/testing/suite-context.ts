import { expect } from "vitest";
import type { Store, StoreEvent, Watch } from "../store.ts";
import { isStoreError, type StoreErrorCode } from "../store-error.ts";

/** A store under test. */
export interface StoreUnderTest {
  /** A store that is empty under `/registry/`, and used by no other test. */
  readonly store: Store;
  /** Advances the time of the store, really or by a fake clock; timers due by then have run when this resolves. */
  elapse(seconds: number): Promise<void>;
  /** Closes the store if it is open and removes what it left. */
  dispose(): Promise<void>;
}

/** Stores and clocks of a part of the suite; fresh in each test. */
export interface SuiteContext {
  readonly store: () => Store;
  readonly subject: () => StoreUnderTest;
}

export const prefix = "/registry/";

/** A key under the prefix. */
export function k(name: string): string {
  return `${prefix}${name}`;
}

export function bytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

export function text(value: Uint8Array): string {
  return new TextDecoder().decode(value);
}

/** The results of `make` for 0 up to, but not including, `length`. */
export function range<T>(length: number, make: (i: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}

export function describeEvent({ type, key, revision, value, previous }: StoreEvent): unknown[] {
  return [type, key, revision, value && text(value), previous && text(previous.value), previous?.revision];
}

export async function take(watch: Watch, count: number): Promise<StoreEvent[]> {
  const events: StoreEvent[] = [];
  const batches = watch[Symbol.asyncIterator]();
  while (events.length < count) {
    const { done, value } = await batches.next();
    if (done) break;
    events.push(...value.events);
  }
  return events;
}

export async function expectCode(answer: Promise<unknown>, code: StoreErrorCode): Promise<void> {
  const error = await answer.then(
    () => undefined,
    (reason) => reason,
  );
  expect(isStoreError(error) ? error.code : error).toBe(code);
}
