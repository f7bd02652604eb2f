import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { createKeyQueue } from "./key-queue.ts";

/** Lets what has been promised happen. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function start(work: (key: string) => Promise<void>, width = 2) {
  const clock = createManualClock(new Date(0));
  const errors: unknown[] = [];
  const queue = createKeyQueue({ clock, width, work, onError: (error) => errors.push(error) });
  return { clock, errors, queue };
}

describe("createKeyQueue()", () => {
  it("works on a key by one at a time, and once more if it was added meanwhile", async () => {
    const ends: (() => void)[] = [];
    let works = 0;
    const { queue } = start(() => {
      works++;
      return new Promise((resolve) => {
        ends.push(resolve);
      });
    });
    queue.add("a");
    queue.add("a");
    queue.add("a");
    expect(works).toBe(1);
    ends[0]?.();
    await turn();
    expect(works).toBe(2);
    ends[1]?.();
    await queue.idle();
    expect(works).toBe(2);
  });

  it("works on as many at a time as it may", () => {
    const begun: string[] = [];
    const { queue } = start((key) => {
      begun.push(key);
      return new Promise(() => {});
    });
    for (const key of ["a", "b", "c"]) {
      queue.add(key);
    }
    expect(begun).toEqual(["a", "b"]);
  });

  it("tries what failed again, later each time, and nothing once it is stopped", async () => {
    let works = 0;
    const { queue, clock, errors } = start(async () => {
      works++;
      throw new Error("no");
    });
    queue.add("a");
    await queue.idle();
    clock.advance(1000);
    await queue.idle();
    expect([works, errors.length]).toEqual([2, 2]);
    clock.advance(1999);
    await queue.idle();
    expect(works).toBe(2);
    clock.advance(1);
    await queue.idle();
    expect(works).toBe(3);
    queue.stop();
    clock.advance(60_000);
    await queue.idle();
    expect(works).toBe(3);
  });
});
