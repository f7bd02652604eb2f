import { createManualClock } from "@kiln/api/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_UNREAD_WAIT_MS, UnreadBytes, type UnreadShare } from "./unread-bytes.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

function open(maxBytes = 300) {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  return { clock, unread: new UnreadBytes(clock, maxBytes) };
}

describe("UnreadBytes", () => {
  it("gives one user a fifth of all bytes, and leaves room for others", () => {
    const { unread } = open(500);
    const [first, second, other] = [unread.open("a"), unread.open("a"), unread.open("b")] as const;
    expect(first.tryReserve(60)).toBe(true);
    expect(second.tryReserve(41)).toBe(false);
    expect(second.tryReserve(40)).toBe(true);
    expect(other.tryReserve(60)).toBe(true);
    expect(unread.bytes).toBe(160);
  });

  it("lets a user's only answer be larger than its part, but never larger than all", () => {
    const { unread } = open();
    const share = unread.open("a");
    expect(share.tryReserve(301)).toBe(false);
    expect(share.tryReserve(300)).toBe(true);
    expect(share.isOverdrawn).toBe(true);
    expect(unread.open("a").tryReserve(1)).toBe(false);
  });

  it("counts bytes that exist whether or not there is room", () => {
    const { unread } = open();
    const share = unread.open("a");
    share.set(1000);
    expect([unread.bytes, share.isOverdrawn]).toEqual([1000, true]);
    share.close();
    expect([unread.bytes, unread.users]).toEqual([0, 0]);
  });

  it("lets answers that wait in one after the other, users in turn", async () => {
    const { unread } = open();
    const entered: string[] = [];
    const holders = [unread.open("a"), unread.open("b")];
    for (const holder of holders) {
      holder.set(100);
    }
    for (const [i, user] of ["a", "a", "b"].entries()) {
      void unread
        .open(user)
        .reserve(50, { isPatient: true })
        ?.then(() => entered.push(`${user}${i}`));
    }
    await settle();
    expect(entered).toEqual([]);
    for (const holder of holders) {
      holder.close();
    }
    await settle();
    await settle();
    expect(entered).toEqual(["a0", "b2"]);
    expect(unread.bytes).toBe(100);
  });

  it("refuses an answer that waited too long, with 429 in Kubernetes' words", async () => {
    const { unread, clock } = open();
    const holder = unread.open("a");
    holder.set(300);
    const waiting = unread.open("a");
    const refused = expect(waiting.reserve(1, { isPatient: false })).rejects.toMatchObject({
      status: {
        code: 429,
        reason: "TooManyRequests",
        message: "Too many requests, please try again later.",
        details: { retryAfterSeconds: 1 },
      },
    });
    clock.advance(MAX_UNREAD_WAIT_MS);
    await refused;
    waiting.close();
    holder.close();
    expect([unread.bytes, unread.users, clock.pendingTimers()]).toEqual([0, 0, 0]);
  });

  it("holds nothing after any sequence of reserving, setting and closing, and never grants more than all", async () => {
    const step = fc.record({
      share: fc.nat({ max: 11 }),
      action: fc.constantFrom("reserve", "tryReserve", "shrink", "close", "turn", "advance"),
      bytes: fc.nat({ max: 150 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { unread, clock } = open();
        const shares: UnreadShare[] = Array.from({ length: 12 }, (_, i) => unread.open(`user${i % 3}`));
        const waits = new Map<UnreadShare, Promise<unknown>>();
        for (const { share: index, action, bytes } of steps) {
          const share = shares[index] as UnreadShare;
          if (action === "reserve" && !waits.has(share)) {
            const wait = share.reserve(bytes, { isPatient: bytes % 2 === 0 });
            if (wait !== undefined) {
              const settled = wait.catch(() => {}).finally(() => waits.delete(share));
              waits.set(share, settled);
            }
          } else if (action === "tryReserve" && !waits.has(share)) {
            share.tryReserve(bytes);
          } else if (action === "shrink" && !waits.has(share)) {
            share.set(Math.min(bytes, share.bytes));
          } else if (action === "close") {
            share.close();
          } else if (action === "turn") {
            await settle();
          } else if (action === "advance") {
            clock.advance(MAX_UNREAD_WAIT_MS / 2);
          }
          expect(unread.bytes).toBeLessThanOrEqual(300);
          expect(unread.bytes).toBe(shares.reduce((sum, { bytes: held }) => sum + held, 0));
        }
        for (const share of shares) {
          share.close();
        }
        await Promise.all(waits.values());
        expect([unread.bytes, unread.users, clock.pendingTimers()]).toEqual([0, 0, 0]);
      }),
      { numRuns: 300 },
    );
  });
});
