import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const packages = join(import.meta.dirname, "..", "..", "packages");

/** Packages that handle objects of clients. */
const SERVING = /^(api|apiserver|apply|cel|schema)[/\\]src[/\\].*\.ts$/;

describe("sources that handle objects of clients", () => {
  it("pass no list as spread arguments to push, which throws from about 100,000 items on", () => {
    const found = readdirSync(packages, { recursive: true, encoding: "utf8" })
      .filter((file) => SERVING.test(file) && !/\.test\.ts$|[/\\]testing[/\\]/.test(file))
      .filter((file) => /(?<!\/\/.*)\.(?:push|unshift)\(\.\.\./.test(readFileSync(join(packages, file), "utf8")));
    expect(found).toEqual([]);
  });
});
