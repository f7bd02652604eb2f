import { describe, expect, it } from "vitest";
import { GAP_MS, MEGABYTES } from "../row.ts";
import { rows } from "./index.ts";

describe("the rows of npm run attack", () => {
  it("have names that are used once", () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it("never have a wider bound than their identity has", () => {
    const wide = rows.filter(
      ({ megabytes = 0, gapMs = 0, identity }) => megabytes > MEGABYTES[identity] || gapMs > GAP_MS,
    );
    expect(wide.map(({ name }) => name)).toEqual([]);
  });

  it("attack with every identity, in the short form as well", () => {
    const identities = (chosen: typeof rows) => new Set(chosen.map(({ identity }) => identity)).size;
    expect(identities(rows)).toBe(Object.keys(MEGABYTES).length);
    expect(identities(rows.filter(({ isShort }) => isShort))).toBe(Object.keys(MEGABYTES).length);
  });
});
