import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { forEachPiece, unpackBatches } from "./pieces.ts";

const never = new Promise<never>(() => {});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Body that yields `count` chunks, to which the test keeps weak references only, and then waits forever. */
function stall(count: number) {
  const given: WeakRef<Uint8Array>[] = [];
  const makeBatch = () => {
    const piece = new Uint8Array(1024);
    given.push(new WeakRef(piece));
    return [piece];
  };
  const batches = async function* () {
    for (let i = 0; i < count; i++) {
      yield makeBatch();
    }
    await never;
  };
  return { given, body: unpackBatches(batches()) };
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

describe("pieces of a body", () => {
  it("are let go of while the next one is waited for", async () => {
    const { given, body } = stall(3);
    let taken = 0;
    void forEachPiece(body, async () => {
      taken++;
      return true;
    });
    await turns(5);
    expect(taken).toBe(3);
    collectGarbage();
    await turns(1);
    expect(given.map((piece) => piece.deref())).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ["a batch with several pieces", [[1, 2], [], [3]]],
    ["no batch", []],
  ])("come in order: %s", async (_name, sizes) => {
    const batches = async function* () {
      for (const batch of sizes) {
        yield batch.map((size) => new Uint8Array(size));
      }
    };
    const taken: number[] = [];
    const end = await forEachPiece(unpackBatches(batches()), async (piece) => taken.push(piece.byteLength) > 0);
    expect([taken, end]).toEqual([sizes.flat(), "all"]);
  });

  it("end early, and their source with them, when the taker has enough or fails", async () => {
    let closed = 0;
    const batches = async function* () {
      try {
        yield [new Uint8Array(1), new Uint8Array(2)];
      } finally {
        closed++;
      }
    };
    expect(await forEachPiece(unpackBatches(batches()), async () => false)).toBe("stopped");
    const failing = forEachPiece(unpackBatches(batches()), () => Promise.reject(new Error("gone")));
    await expect(failing).rejects.toThrow("gone");
    expect(closed).toBe(2);
  });
});
