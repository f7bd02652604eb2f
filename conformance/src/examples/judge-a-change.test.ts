import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

describe("the example in packages/schema/README.md", () => {
  it("is the program that is run here", () => {
    const readme = readFileSync("packages/schema/README.md", "utf8");
    const program = readFileSync("conformance/src/examples/judge-a-change.ts", "utf8");
    expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(program);
  });

  it("prints what its comments say", async () => {
    const print = vi.spyOn(console, "log").mockImplementation(() => {});
    await import("./judge-a-change.ts");
    expect(print.mock.calls.flat()).toEqual([
      [],
      ["typo"],
      [],
      { type: "Directory", directory: "/backups" },
      "spec.keep: Invalid value: 0: spec.keep in body should be greater than or equal to 1",
      expect.stringMatching(/^spec\.volume: .*is marked x-kubernetes-mutability: Immutable/),
    ]);
    print.mockRestore();
  });
});
