import type { Clock } from "@kiln/api";

/** Values that at most one object may have, such as addresses and ports. */
export interface UniqueNumbers {
  /** Whether another object has the value or a reservation of it. */
  isTaken(value: string, key: string): boolean;
  /** Reserves the values for the key, and releases its earlier reservation. */
  reserve(values: readonly string[], key: string): void;
  /** Assigns the values to the key, and ends its reservations. */
  assign(values: readonly string[], key: string): void;
  /** Whether a stored object has the value; a reserved value may be released again. */
  isAssigned(value: string): boolean;
  /** Key of the stored object that has the value. */
  ownerOf(value: string): string | undefined;
}

/** Duration of a reservation, unless it is renewed: after it, those of failed writes are released. */
const RESERVED_MS = 30_000;
/** Maximum number of reservations, more than can be in flight at once. */
const MAX_RESERVATIONS = 10_000;

export function createUniqueNumbers(clock: Clock): UniqueNumbers {
  const owners = new Map<string, string>();
  const assigned = new Map<string, readonly string[]>();
  const reserved = new Map<string, { readonly key: string; readonly until: number }>();
  const reservations = new Map<string, readonly string[]>();
  const free = (key: string) => {
    for (const value of reservations.get(key) ?? []) {
      // The reservation may have expired, and another object may have reserved the value since.
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
      // Drops the oldest reservation, since those of failed writes would never be removed.
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
