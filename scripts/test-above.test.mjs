import { describe, expect, it } from "vitest";
import { readPackages } from "./layers.mjs";
import { packagesAbove } from "./test-above.mjs";

describe("packagesAbove()", () => {
  it("finds packages that need another through a third", () => {
    const packages = [
      { name: "api", dependencies: [] },
      { name: "cel", dependencies: ["api"] },
      { name: "schema", dependencies: ["cel"] },
      { name: "store", dependencies: ["api"] },
    ];
    expect(packagesAbove(packages, "cel")).toEqual(["cel", "schema"]);
  });

  it("finds everything above api, and nothing above cli", () => {
    const packages = readPackages(".");
    expect(packagesAbove(packages, "api")).toHaveLength(packages.length);
    expect(packagesAbove(packages, "cli")).toEqual(["cli"]);
  });
});
