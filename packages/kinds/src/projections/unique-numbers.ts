import type { Clock } from "@kiln/api";

/** Values that at most one object may have, such as addresses and ports. */
export interface UniqueNumbers {
  /** Whether another object has it, or is about to. */
  isTaken(value: string, key: string): boolean;
  /** Reserves this value for the key; an earlier reservation of the key is released. */
  reserve(values: readonly string[], key: string): void;
  /** Assigns these to the key, and ends its reservations. */
  assign(values: readonly string[], key: string): void;
  /** True for stored ones; a reserved one may be released. */
  isAssigned(value: string): boolean;
  /** Key of the object that stored it. */
  ownerOf(value: string): string | undefined;
}

/** A failed write releases its reservations after this long, unless it is retried before. */
const RESERVED_MS = 30_000;
/** More than can be in flight at once. */
const MAX_RESERVATIONS = 10_000;

export function createUniqueNumbers(clock: Clock): UniqueNumbers {
  const owners = new Map<string, string>();
  const assigned = new Map<string, readonly string[]>();
  const reserved = new Map<string, { readonly key: string; readonly until: number }>();
  const reservations = new Map<string, readonly string[]>();
  const free = (key: string) => {
    for (const value of reservations.get(key) ?? []) {
      // The reservation may have expired and be another object's now.
      if (reserved.get(value)?.key === key) {
        reserved.delete(value);
      }
    }
    reservations.delete(key);
  };
  return {
    isTaken(value, key) {
      const found = reserved.get(value);
      const isReserved = found !== undefined && found.key !== key && found.until > clock.monotonicMs();
      return isReserved || (owners.get(value) ?? key) !== key;
    },
    isAssigned: (value) => owners.has(value),
    ownerOf: (value) => owners.get(value),
    reserve(values, key) {
      free(key);
      const until = clock.monotonicMs() + RESERVED_MS;
      for (const value of values) {
        reserved.set(value, { key, until });
      }
      reservations.set(key, values);
      // Reservations of failed writes would otherwise stay for ever.
      const [oldest] = reservations.keys();
      if (reservations.size > MAX_RESERVATIONS && oldest !== undefined) {
        free(oldest);
      }
    },
    assign(values, key) {
      free(key);
      for (const value of assigned.get(key) ?? []) {
        if (owners.get(value) === key) {
          owners.delete(value);
        }
      }
      for (const value of values) {
        owners.set(value, key);
      }
      if (values.length === 0) {
        assigned.delete(key);
      } else {
        assigned.set(key, values);
      }
    },
  };
}
