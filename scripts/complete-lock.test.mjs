import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { completeLock } from "./complete-lock.mjs";

describe("completeLock()", () => {
  it("adds the optional packages that are missing, by their platforms", () => {
    const lock = {
      packages: {
        "": { optionalDependencies: { own: "1" } },
        "node_modules/a": {
          version: "2.0.0",
          dev: true,
          license: "MIT",
          optionalDependencies: { "@a/cli-darwin-arm64": "2.0.0", b: "1.0.0" },
        },
        "node_modules/a/node_modules/b": { version: "1.0.0" },
      },
    };
    expect(completeLock(lock)).toEqual(["@a/cli-darwin-arm64"]);
    expect(lock.packages["node_modules/@a/cli-darwin-arm64"]).toEqual({
      version: "2.0.0",
      cpu: ["arm64"],
      dev: true,
      license: "MIT",
      optional: true,
      os: ["darwin"],
    });
  });

  it("finds nothing missing in package-lock.json: otherwise run node scripts/complete-lock.mjs", () => {
    expect(completeLock(JSON.parse(readFileSync("package-lock.json", "utf8")))).toEqual([]);
  });
});
