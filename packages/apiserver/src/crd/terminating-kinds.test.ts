import { describe, expect, it } from "vitest";
import { createTerminatingKinds } from "./terminating-kinds.ts";

describe("createTerminatingKinds()", () => {
  it("runs the clean-up of the kind whose object went, and of no other", async () => {
    const runs: string[] = [];
    const kinds = createTerminatingKinds(async (key) => {
      runs.push(key);
    });
    kinds.add("a", "/registry/a/");
    kinds.add("b", "/registry/b/");
    kinds.touch("/registry/b/ns/x");
    kinds.touch("/registry/c/ns/x");
    expect(runs).toEqual(["b"]);
  });

  it("runs once more, however many objects go while it runs", async () => {
    const runs: (() => void)[] = [];
    const kinds = createTerminatingKinds(() => new Promise((resolve) => runs.push(resolve)));
    kinds.add("a", "/registry/a/");
    kinds.touch("/registry/a/1");
    kinds.touch("/registry/a/2");
    kinds.touch("/registry/a/3");
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(runs).toHaveLength(2);
  });

  it("forgets a kind whose definition is gone", () => {
    const kinds = createTerminatingKinds(() => Promise.reject(new Error("unexpected")));
    kinds.add("a", "/registry/a/");
    kinds.remove("a");
    kinds.touch("/registry/a/1");
    expect(kinds.definitionKeys()).toEqual([]);
  });
});
