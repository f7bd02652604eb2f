import { expect, it } from "vitest";
import { DROPPED_BYTES_PER_SECOND, DroppedBytes } from "./dropped-bytes.ts";

it("gives room at once up to a bound, and for the rest as time goes by", () => {
  let nowMs = 0;
  const dropped = new DroppedBytes(() => nowMs);
  expect(dropped.drop(1000)).toBe(1000);
  expect(dropped.drop(4 * DROPPED_BYTES_PER_SECOND)).toBe(DROPPED_BYTES_PER_SECOND - 1000);
  nowMs += 500;
  expect(dropped.drop(0)).toBe(DROPPED_BYTES_PER_SECOND / 2);
  nowMs += 60_000;
  expect(dropped.drop(0)).toBe(2.5 * DROPPED_BYTES_PER_SECOND + 1000);
  expect(dropped.drop(0)).toBe(0);
});

it("saves no more than one second of room", () => {
  let nowMs = 0;
  const dropped = new DroppedBytes(() => nowMs);
  dropped.drop(1);
  nowMs += 60_000;
  expect(dropped.drop(4 * DROPPED_BYTES_PER_SECOND)).toBe(DROPPED_BYTES_PER_SECOND);
});
