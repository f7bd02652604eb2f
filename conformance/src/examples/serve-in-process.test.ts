import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

describe("the example in packages/apiserver/README.md", () => {
  it("is the program that is run here", () => {
    const readme = readFileSync("packages/apiserver/README.md", "utf8");
    const program = readFileSync("conformance/src/examples/serve-in-process.ts", "utf8");
    expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(program);
  });

  it("prints what its comment says", async () => {
    const print = vi.spyOn(console, "log").mockImplementation(() => {});
    await import("./serve-in-process.ts");
    expect(print.mock.calls).toEqual([[200, "ok"]]);
    print.mockRestore();
  });
});
