import { describe, expect, it } from "vitest";
import type { PlaygroundState } from "./playground-state.ts";
import { parseShareLink, printShareLink } from "./share-state.ts";

const STATE: PlaygroundState = {
  name: "backup",
  definitions: "a: é 🔥\n".repeat(300),
  steps: [{ verb: "apply", manager: "alice", text: "kind: A\n", isForced: true }],
};

describe("printShareLink()", () => {
  it("carries the whole state", async () => {
    expect(await parseShareLink(await printShareLink(STATE))).toEqual(STATE);
  });

  it("is short, and safe in an address", async () => {
    const link = await printShareLink(STATE);
    expect(link).toMatch(/^#1[\w-]+$/);
    expect(link.length).toBeLessThan(400);
  });
});

describe("parseShareLink()", () => {
  it.each(["", "#", "#1", "#2abc", "#1!!!", "#1AAAA", "#1eyJhIjoxfQ"])("refuses %j", async (fragment) => {
    expect(await parseShareLink(fragment)).toBeUndefined();
  });

  it.each([
    [{ ...STATE, definitions: 1 }],
    [{ ...STATE, steps: [] }],
    [{ ...STATE, steps: [{ verb: "drop", manager: "a", text: "" }] }],
    [null],
  ])("refuses a state with parts of another type: %#", async (state) => {
    expect(await parseShareLink(await printShareLink(state as never))).toBeUndefined();
  });

  it("refuses a link that unpacks to more than it may", async () => {
    const link = await printShareLink({ ...STATE, definitions: "a".repeat(9_000_000) });
    expect(link.length).toBeLessThan(20_000);
    expect(await parseShareLink(link)).toBeUndefined();
  });
});
