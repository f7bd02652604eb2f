import { describe, expect, it } from "vitest";
import { commands } from "../commands/index.ts";
import { forkableKinds, isSharedStore, printStoreHelp, storeFlags, storeKinds } from "./store-backends.ts";

describe("the table of storage backends", () => {
  it("is printed by kiln serve --help: every backend and every flag of one, within 120 columns", () => {
    const help = commands.find(({ name }) => name === "serve")?.help ?? "";
    expect(help).toContain(printStoreHelp());
    for (const kind of storeKinds) {
      expect(help).toMatch(new RegExp(`^ +${kind} +\\w`, "m"));
    }
    for (const flag of storeFlags) {
      expect(help).toMatch(new RegExp(`^ +--${flag} [A-Z]+\\s+for --store `, "m"));
    }
    expect(
      printStoreHelp()
        .split("\n")
        .filter((line) => line.length > 120),
    ).toEqual([]);
  });

  it("offers no forks of data that other servers share", () => {
    expect(forkableKinds.filter((kind) => isSharedStore({ kind }))).toEqual([]);
  });
});
