import type { FunctionDeclaration, Overload } from "../check/declaration.ts";
import { inTimeZone } from "../values/time-zone.ts";
import { durationType, intType, stringType, timestampType } from "../values/type.ts";
import { CelDuration, CelError, CelTimestamp, type CelValue } from "../values/value.ts";

type Read = (local: Date, timestamp: CelTimestamp) => number;

const dayMs = 86_400_000;

/** Getters of timestamps, in UTC or a zone, and of durations. */
export const standardTime: readonly FunctionDeclaration[] = [
  getter("getFullYear", "year", (local) => local.getUTCFullYear()),
  getter("getMonth", "month", (local) => local.getUTCMonth()),
  getter("getDayOfYear", "day_of_year", (local) => Math.floor((local.getTime() - startOfYear(local)) / dayMs)),
  getter("getDayOfMonth", "day_of_month", (local) => local.getUTCDate() - 1),
  getter("getDate", "day_of_month_1_based", (local) => local.getUTCDate()),
  getter("getDayOfWeek", "day_of_week", (local) => local.getUTCDay()),
  getter("getHours", "hours", (local) => local.getUTCHours(), 3_600_000_000_000n),
  getter("getMinutes", "minutes", (local) => local.getUTCMinutes(), 60_000_000_000n),
  getter("getSeconds", "seconds", (local) => local.getUTCSeconds(), 1_000_000_000n),
  getter("getMilliseconds", "milliseconds", (_, { nanoseconds }) => Math.floor(nanoseconds / 1_000_000), 1_000_000n),
];

function startOfYear(local: Date): number {
  const start = new Date(0);
  start.setUTCFullYear(local.getUTCFullYear(), 0, 1);
  return start.getTime();
}

/** @param unit - number of nanoseconds, for units whose getter exists for durations too */
function getter(name: string, suffix: string, read: Read, unit?: bigint): FunctionDeclaration {
  const get = (timestamp: CelValue, zone: string): CelValue => {
    if (!(timestamp instanceof CelTimestamp)) {
      return new CelError("no such overload");
    }
    const local = inTimeZone(timestamp, zone);
    return local instanceof CelError ? local : read(local, timestamp);
  };
  const id = `timestamp_to_${suffix}`;
  const overloads: Overload[] = [
    {
      id,
      args: [timestampType],
      result: intType,
      isMember: true,
      call: (timestamp) => get(timestamp as CelValue, "UTC"),
    },
    {
      // Kubernetes: this one overload id has no "with" in it (cel-go/common/overloads/overloads.go
      // TimestampToSecondsWithTz, v1.36).
      id: name === "getSeconds" ? `${id}_tz` : `${id}_with_tz`,
      args: [timestampType, stringType],
      result: intType,
      isMember: true,
      call: (timestamp, zone) => get(timestamp as CelValue, String(zone)),
    },
  ];
  return { name, overloads: unit === undefined ? overloads : [...overloads, durationGetter(suffix, unit)] };
}

function durationGetter(suffix: string, unit: bigint): Overload {
  return {
    id: `duration_to_${suffix}`,
    args: [durationType],
    result: intType,
    isMember: true,
    call: (duration) =>
      duration instanceof CelDuration ? Number(duration.nanoseconds / unit) : new CelError("no such overload"),
  };
}
