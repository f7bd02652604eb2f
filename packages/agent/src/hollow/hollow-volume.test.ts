import { describe, expect, it } from "vitest";
import type { Payload } from "../volumes/payload.ts";
import { createHollowVolume } from "./hollow-volume.ts";

function payload(files: Readonly<Record<string, string>>, mode = 0o644): Payload {
  return new Map(Object.entries(files).map(([path, text]) => [path, { bytes: new TextEncoder().encode(text), mode }]));
}

describe("createHollowVolume()", () => {
  it("tells of each change, and of nothing else", async () => {
    const seen: Payload[] = [];
    const volume = createHollowVolume((changed) => seen.push(changed));
    const outcomes = [];
    for (const next of [{ a: "1" }, { a: "1" }, { a: "2" }, { a: "2", b: "" }, { b: "" }]) {
      outcomes.push(await volume.publish(payload(next)));
    }
    outcomes.push(await volume.publish(payload({ b: "" }, 0o600)));
    expect(outcomes).toEqual(["written", "unchanged", "written", "written", "written", "written"]);
    expect(seen.map((files) => [...files.keys()].join())).toEqual(["a", "a", "a,b", "b", "b"]);
  });
});
