import { describe, expect, it } from "vitest";
import { parseSchedule } from "./cron-schedule.ts";

describe("parseSchedule()", () => {
  it.each([
    ["* * * * *", "UTC", "2026-01-02T03:04:05Z", "2026-01-02T03:05:00Z"],
    ["*/15 * * * *", "UTC", "2026-01-02T03:04:05Z", "2026-01-02T03:15:00Z"],
    ["0 9-17/4 * * mon-fri", "UTC", "2026-01-02T13:00:00Z", "2026-01-02T17:00:00Z"],
    ["30 2 29 feb *", "UTC", "2026-01-01T00:00:00Z", "2028-02-29T02:30:00Z"],
    // If both day fields are restricted, a match of one is enough.
    ["0 0 13 * 5", "UTC", "2026-01-02T00:00:00Z", "2026-01-09T00:00:00Z"],
    ["@hourly", "UTC", "2026-01-02T03:04:05Z", "2026-01-02T04:00:00Z"],
    ["@weekly", "UTC", "2026-01-02T03:04:05Z", "2026-01-04T00:00:00Z"],
    ["@every 90s", "UTC", "2026-01-02T03:04:05Z", "2026-01-02T03:05:35Z"],
    ["0 8 * * *", "Europe/Berlin", "2026-07-01T00:00:00Z", "2026-07-01T06:00:00Z"],
    ["0 8 * * *", "Europe/Berlin", "2026-01-01T00:00:00Z", "2026-01-01T07:00:00Z"],
    // In this zone the clocks go from 2:00 to 3:00 on that day.
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00Z"],
  ])("finds the time of %s in %s after %s", (text, zone, after, next) => {
    expect(parseSchedule(text, zone)?.(Date.parse(after))).toBe(Date.parse(next));
  });

  it.each([
    ["* * * *", "UTC"],
    ["60 * * * *", "UTC"],
    ["5-1 * * * *", "UTC"],
    ["*/0 * * * *", "UTC"],
    ["@never", "UTC"],
    ["* * * * *", "Mars/Olympus"],
  ])("knows that %s in %s is none", (text, zone) => {
    expect(parseSchedule(text, zone)).toBeUndefined();
  });
});
