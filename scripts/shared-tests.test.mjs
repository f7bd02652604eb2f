import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ISOLATED } from "../vitest.config.mjs";

/** Patterns of changes that outlive a test file, so that later files in the same worker would see them. */
const LASTING =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|spyOn|useFakeTimers)\(|\bprocess\.env\.\w+ = |\bdelete process\.env|\bprocess\.chdir\(|\bsetFlagsFromString\(|\.prototype\.\w+ = |\bglobalThis\.\w+ = /;

/** @param {string} pattern with `*` inside a name and `**` for any folders */
function toRegExp(pattern) {
  const source = pattern.split("**/").map((part) => part.replaceAll(".", "\\.").replaceAll("*", "[^/]*"));
  return new RegExp(`^${source.join("(?:.*/)?")}$`);
}

const files = ["packages", "conformance", "bench", "docs/examples"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.ts$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .map((file) => `${folder}/${file}`),
);
const patterns = ISOLATED.map(toRegExp);

describe("tests that share modules", () => {
  it("change nothing that outlives them", () => {
    const shared = files.filter((file) => !patterns.some((pattern) => pattern.test(file)));
    expect(shared.filter((file) => LASTING.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each(ISOLATED)("%s names a test", (pattern) => {
    expect(files.some((file) => toRegExp(pattern).test(file))).toBe(true);
  });
});
