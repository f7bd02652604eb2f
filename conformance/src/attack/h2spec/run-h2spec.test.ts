import { describe, expect, it } from "vitest";
import { knownFailures } from "./known-failures.ts";
import { compareFailures } from "./run-h2spec.ts";

/** Report of 145 cases in which the known failures and the given cases fail. */
function report({ failed = [], passed = [] }: { failed?: readonly string[]; passed?: readonly string[] }): string {
  const escapeXml = (text: string) => text.replaceAll('"', "&#34;");
  const known = knownFailures.map(({ name }) => name).filter((name) => !passed.includes(name));
  const names = [...known, ...failed, ...passed, ...Array.from({ length: 145 }, (_, i) => `generic/1 case ${i}`)];
  const isFailed = (name: string) => known.includes(name) || failed.includes(name);
  return names
    .map((name) => {
      const [section, ...title] = name.split(" ");
      const result = isFailed(name) ? "<error>Expected: GOAWAY</error>" : "";
      return `<testcase package="${section}" classname="${escapeXml(title.join(" "))}" time="0.1">${result}</testcase>`;
    })
    .join("\n");
}

describe("the report of h2spec", () => {
  it("is fine with the known failures", () => {
    expect(compareFailures(report({}))).toEqual([]);
  });

  it("fails with a failure that is not known", () => {
    expect(compareFailures(report({ failed: ["http2/5.1 Sends nonsense"] }))).toEqual([
      "failed: http2/5.1 Sends nonsense",
    ]);
  });

  it("fails when a known failure passes", () => {
    const [{ name } = { name: "" }] = knownFailures;
    expect(compareFailures(report({ passed: [name] }))).toEqual([`passes, take it off the list: ${name}`]);
  });

  it("fails when next to nothing ran", () => {
    expect(compareFailures("")).toContain("only 0 cases ran, expected at least 140");
  });
});
