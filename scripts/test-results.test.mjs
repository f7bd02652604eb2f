import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { count, describeFailures, failedFiles } from "./test-results.mjs";

const test = (fullName, status) => ({ fullName, status, failureMessages: status === "failed" ? ["off\n at x"] : [] });
const file = (name, ...tests) => ({
  name: join(process.cwd(), name),
  status: tests.some((t) => t.status === "failed") ? "failed" : "passed",
  message: "",
  assertionResults: tests,
});
const report = (success, numPassedTests, ...testResults) => ({ success, numPassedTests, testResults });

const FIRST = report(
  false,
  2,
  file("a.test.ts", test("one", "passed"), test("two", "failed")),
  file("b.test.ts", test("three", "passed")),
);
const unloaded = { ...file("c.test.ts"), status: "failed", message: "no module\n at x" };

describe("test results", () => {
  it("count what passed in the first run", () => {
    expect(count(report(true, 3, file("a.test.ts", test("one", "passed"))), undefined)).toEqual({
      passed: 3,
      failed: 0,
    });
    expect(count(FIRST, undefined)).toEqual({ passed: 2, failed: 1 });
  });

  it("count a test that passes when run again, and say that it failed once", () => {
    const again = report(true, 2, file("a.test.ts", test("one", "passed"), test("two", "passed")));
    expect(count(FIRST, again)).toEqual({ passed: 3, failed: 0 });
    expect(describeFailures(FIRST, again)).toEqual(["failed once, passed when run again: a.test.ts: two: off"]);
  });

  it("count a test that fails again", () => {
    const again = report(false, 1, file("a.test.ts", test("one", "passed"), test("two", "failed")));
    expect(count(FIRST, again)).toEqual({ passed: 2, failed: 1 });
    expect(describeFailures(FIRST, again)).toEqual(["failed: a.test.ts: two: off"]);
  });

  it("count files that do not load, and runs that fail without a failed test", () => {
    expect(count(report(false, 0, unloaded), undefined)).toEqual({ passed: 0, failed: 1 });
    expect(describeFailures(report(false, 0, unloaded), undefined)).toEqual(["failed: c.test.ts: no module"]);
    expect(count(report(false, 5), undefined)).toEqual({ passed: 5, failed: 1 });
    expect(count(undefined, undefined)).toEqual({ passed: 0, failed: 1 });
    expect(count(FIRST, report(false, 2))).toMatchObject({ failed: 1 });
  });

  it("name each failed file once", () => {
    const two = file("a.test.ts", test("one", "failed"), test("two", "failed"));
    expect(failedFiles(report(false, 0, two, unloaded))).toEqual(["a.test.ts", "c.test.ts"]);
  });
});
