import fc from "fast-check";
import { expect, it } from "vitest";
import { RevisionSet } from "./revision-set.ts";

it("holds the revisions that were added, and no others", () => {
  const revision = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(fc.array(revision), fc.array(revision), (added, asked) => {
      const set = new RevisionSet();
      for (const each of added) set.add(each);
      const expected = new Set(added);
      for (const each of [...added, ...asked]) expect(set.has(each)).toBe(expected.has(each));
      set.clear();
      for (const each of added) expect(set.has(each)).toBe(false);
    }),
  );
});
