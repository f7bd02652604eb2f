import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** A metric in the sources: `createCounter({ name, help })`, or an entry of a table `name: { type, help }`. */
const CALL = /create(Counter|Gauge|Histogram|Summary)\(\s*\{\s*name: "(\w+)",\s*help: ("[^"]*"|`[^`]*`|\w[\w.]*)/g;
const ENTRY = /^ {2}(\w+): \{\s*type: "(counter|gauge)",\s*help: ("[^"]*")/gm;
/** Beginning of a help, by type: the unit, or a count. */
const BEGINNINGS = {
  counter: /^Total /,
  gauge: /^(Number of|Time |Start time|Resident) ?/,
  histogram: /^Seconds /,
  summary: /^Seconds /,
};

const metrics = execFileSync("git", ["ls-files", "packages/*/src/*.ts"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !/\.test\.ts$|\/testing\//.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const calls = [...text.matchAll(CALL)].map(([, type, name, help]) => [name, type.toLowerCase(), help]);
    const entries = [...text.matchAll(ENTRY)].map(([, name, type, help]) => [name, type, help]);
    return [...calls, ...entries].filter(([, , help]) => /^["`]/.test(help));
  });

describe("metrics", () => {
  it("are found", () => {
    expect(metrics.length).toBeGreaterThan(40);
  });

  it.each(metrics)("%s (%s) has a help in the style of Prometheus", (name, type, help) => {
    const sentence = help.slice(1, -1);
    expect(sentence).toMatch(BEGINNINGS[type]);
    expect(sentence).toMatch(/(\.|\$\{\w+\})$/);
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    // Two metrics with Kubernetes' names end in _count.
    expect(/_(total|count)$/.test(name)).toBe(type === "counter");
  });
});
