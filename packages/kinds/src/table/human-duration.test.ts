import { expect, it } from "vitest";
import { printHumanDuration } from "./human-duration.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [-2 * SECOND, "<invalid>"],
  [-1.5 * SECOND, "0s"],
  [0, "0s"],
  [119 * SECOND, "119s"],
  [2 * MINUTE, "2m"],
  [3 * MINUTE + 20 * SECOND, "3m20s"],
  [10 * MINUTE + 5 * SECOND, "10m"],
  [179 * MINUTE, "179m"],
  [3 * HOUR, "3h"],
  [7 * HOUR + 5 * MINUTE, "7h5m"],
  [8 * HOUR + 5 * MINUTE, "8h"],
  [47 * HOUR, "47h"],
  [2 * DAY, "2d"],
  [7 * DAY + 23 * HOUR, "7d23h"],
  [8 * DAY + HOUR, "8d"],
  [729 * DAY, "729d"],
  [730 * DAY, "2y"],
  [740 * DAY, "2y10d"],
  [8 * 365 * DAY + 20 * DAY, "8y"],
])("%d ms are %s", (durationMs, expected) => {
  expect(printHumanDuration(durationMs)).toBe(expected);
});
