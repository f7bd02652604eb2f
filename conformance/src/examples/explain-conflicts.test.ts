import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

describe("the example in packages/apply/README.md", () => {
  it("is the program that is run here", () => {
    const readme = readFileSync("packages/apply/README.md", "utf8");
    const program = readFileSync("conformance/src/examples/explain-conflicts.ts", "utf8");
    expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(program);
  });

  it("prints what its comments say", async () => {
    const print = vi.spyOn(console, "log").mockImplementation(() => {});
    await import("./explain-conflicts.ts");
    expect(print.mock.calls.flat()).toEqual([
      { volume: "data", keep: 7 },
      '.spec.keep belongs to "alice"',
      'Apply failed with 1 conflict: conflict with "alice": .spec.keep',
      { volume: "data", keep: 30 },
    ]);
    print.mockRestore();
  });
});
