import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gatherBytes } from "./gather-bytes.ts";

describe("gatherBytes()", () => {
  it("returns the bytes of all chunks, and changes none of them", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }), (chunks) => {
        const before = chunks.map((chunk) => Uint8Array.from(chunk));
        const gathered = gatherBytes(2000);
        expect(chunks.every((chunk) => gathered.add(chunk) === undefined)).toBe(true);
        expect([...gathered.bytes()]).toEqual(before.flatMap((chunk) => [...chunk]));
        expect(chunks).toEqual(before);
      }),
    );
  });

  it("copies all chunks but the first, which their sender may overwrite", () => {
    const gathered = gatherBytes(10);
    const chunk = Uint8Array.of(1, 2);
    gathered.add(Uint8Array.of(0));
    gathered.add(chunk);
    chunk.fill(9);
    expect([...gathered.bytes()]).toEqual([0, 1, 2]);
  });

  it("refuses the first chunk that is too much, and all later ones", () => {
    const gathered = gatherBytes(10);
    const faults = [4, 6, 1, 0].map((size) => gathered.add(new Uint8Array(size)));
    expect(faults).toEqual([undefined, undefined, "is longer than 10 bytes", "is longer than 10 bytes"]);
    expect(gathered.bytes().byteLength).toBe(0);
  });

  it("refuses a body of many tiny chunks", () => {
    const count = (size: number) => {
      const gathered = gatherBytes(1_000_000);
      let taken = 0;
      while (taken < 5000 && gathered.add(new Uint8Array(size)) === undefined) {
        taken++;
      }
      return taken;
    };
    expect([1, 63, 64].map(count)).toEqual([1000, 1000, 5000]);
  });
});
