import { describe, expect, it } from "vitest";
import { checkLayers, readPackages } from "./layers.mjs";

describe("checkLayers()", () => {
  it("finds no import that goes up in this repository", () => {
    expect(checkLayers(readPackages("."))).toEqual([]);
  });

  it("names an import that goes up", () => {
    expect(checkLayers([{ name: "api", dependencies: ["schema"] }])).toEqual([
      "packages/api must not import @kiln/schema; it may import: nothing",
    ]);
  });

  it("names a package without a layer", () => {
    expect(checkLayers([{ name: "attic", dependencies: [] }])).toEqual([
      "packages/attic is not in the list of layers: add it to scripts/layers.mjs",
    ]);
  });
});
