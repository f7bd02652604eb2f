import { createManualClock } from "@kiln/api/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Seat } from "../request/seat.ts";
import { Lane } from "./lane.ts";
import { TurnQueue } from "./turn-queue.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function open(limit: number) {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const gauge = { value: 0 };
  const lane = new Lane({ gauge, limit, queue: new TurnQueue({ clock, mostPerUser: 5 }) });
  return { clock, gauge, lane };
}

describe("Lane", () => {
  it("counts a request until its answer is made and sent", () => {
    const { gauge, lane } = open(1);
    const seat = lane.enter("a") as Seat;
    seat.finish();
    expect([gauge.value, lane.enter("a")]).toEqual([1, undefined]);
    seat.leave();
    expect([gauge.value, lane.users]).toEqual([0, 0]);
    const gone = lane.enter("a") as Seat;
    gone.leave();
    expect([gauge.value, lane.enter("b")]).toEqual([1, undefined]);
    gone.finish();
    expect([gauge.value, lane.users]).toEqual([0, 0]);
  });

  it("lets others in beside a user whose clients do not read", async () => {
    const { lane } = open(2);
    const stalled = [lane.enter("a"), lane.enter("a")];
    expect(lane.enter("b")).toBeUndefined();
    for (const seat of stalled) {
      seat?.finish();
    }
    expect(lane.enter("a")).toBeUndefined();
    expect(lane.enter("b")).toBeDefined();
    expect(lane.enter("c")).toBeDefined();
  });

  it("lets others in while a request waits for its own user's clients", () => {
    const { lane } = open(1);
    const seat = lane.enter("a");
    seat?.pause();
    expect(lane.enter("b")).toBeDefined();
  });

  it("leaks nothing, whatever ends first, and never answers more than the limit at a time", async () => {
    const step = fc.record({
      action: fc.constantFrom("enter", "finish", "leave", "pause", "turn", "advance"),
      pick: fc.nat({ max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const { lane, gauge, clock } = open(3);
        interface Request {
          readonly seat: Seat;
          readonly user: string;
          isFinished: boolean;
          hasLeft: boolean;
        }
        const requests: Request[] = [];
        const add = (user: string, seat: Seat | undefined) => {
          if (seat !== undefined) {
            requests.push({ user, seat, isFinished: false, hasLeft: false });
          }
        };
        const waits: Promise<void>[] = [];
        for (const { action, pick } of steps) {
          const user = `user${pick % 3}`;
          const request = requests[pick % Math.max(1, requests.length)];
          if (action === "enter") {
            const seat = lane.enter(user);
            const turn = seat === undefined ? lane.wait(user, 2_000) : undefined;
            add(user, seat);
            if (turn !== undefined) {
              waits.push(turn.then((late) => add(user, late)));
            }
          } else if (action === "finish" && request !== undefined) {
            request.isFinished = true;
            request.seat.finish();
          } else if (action === "leave" && request !== undefined) {
            request.hasLeft = true;
            request.seat.leave();
          } else if (action === "pause" && request?.isFinished === false) {
            request.seat.pause();
            request.seat.resume();
          } else if (action === "turn") {
            await settle();
          } else if (action === "advance") {
            clock.advance(1_000);
          }
          await settle();
          const inFlight = requests.filter(({ isFinished, hasLeft }) => !isFinished || !hasLeft);
          expect(gauge.value).toBe(inFlight.length);
          for (const name of ["user0", "user1", "user2"]) {
            expect(inFlight.filter(({ user: of }) => of === name).length).toBeLessThanOrEqual(3);
          }
        }
        for (let left = 0; left < 20; left++) {
          for (const { seat } of requests) {
            seat.finish();
            seat.leave();
          }
          await settle();
        }
        for (let passed = 0; passed < 5; passed++) {
          clock.advance(1_000);
        }
        await Promise.all(waits);
        expect([gauge.value, lane.users]).toEqual([0, 0]);
      }),
      { numRuns: 200 },
    );
  });
});
