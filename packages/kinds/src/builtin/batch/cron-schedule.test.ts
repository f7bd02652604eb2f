import { describe, expect, it } from "vitest";
import { scheduleFault } from "./cron-schedule.ts";

describe("schedules", () => {
  it.each(["* * * * *", "*/5 0-12/2 1,15 jan-DEC mon", "? ? ? ? ?", "@daily", "@every 1h30m", "CRON_TZ=UTC 0 0 * * *"])(
    "can be %s",
    (schedule) => {
      expect(scheduleFault(schedule)).toBeUndefined();
    },
  );

  it.each([
    ["every day", "expected exactly 5 fields, found 2: [every day]"],
    ["60 * * * *", "end of range (60) above maximum (59): 60"],
    ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
    ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
    ["1-2-3 * * * *", "too many hyphens: 1-2-3"],
    ["*/2/3 * * * *", "too many slashes: */2/3"],
    ["*/0 * * * *", "step of range should be a positive number: */0"],
    ["x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ["* * * * -1", 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'],
    ["@often", "unrecognized descriptor: @often"],
    ["TZ=Mars/Base * * * * *", "provided bad location Mars/Base: unknown time zone Mars/Base"],
    ["TZ=0", "invalid schedule format: runtime error: slice bounds out of range [:-1]"],
  ])("cannot be %s", (schedule, fault) => {
    expect(scheduleFault(schedule)).toBe(fault);
  });
});
