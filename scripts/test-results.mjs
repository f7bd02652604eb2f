// node scripts/test-results.mjs COMMAND REPORT [AGAIN]: reads JSON reports of vitest, for .ci/run. AGAIN is the report of a second
// run of the files that failed in the first.
//
//   files   paths of the files that failed, one a line
//   names   the failed tests with their first line, and those that passed in the second run
//   counts  "PASSED FAILED"; a run that failed without a failed test counts as one

import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";

/** @param {string | undefined} file */
function readReport(file) {
  if (file === undefined || !existsSync(file) || readFileSync(file, "utf8") === "") {
    return undefined;
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @returns {{ file: string, test: string, text: string }[]} a file that failed to load has an empty `test` */
export function failures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) {
      return file.status === "failed" ? [{ file: path, test: "", text: firstLine(file.message) }] : [];
    }
    return failed.map((test) => ({ file: path, test: test.fullName, text: firstLine(test.failureMessages?.[0]) }));
  });
}

function firstLine(text = "") {
  return text.split("\n")[0];
}

export function failedFiles(report) {
  return [...new Set(failures(report).map(({ file }) => file))];
}

/** Tests that failed once are failures, unless a second run reached them and they passed there. */
export function count(report, again) {
  const left = again === undefined ? failures(report) : failures(again);
  const failed = left.length > 0 || (again ?? report)?.success === true ? left.length : 1;
  const first = report?.numPassedTests ?? 0;
  return { passed: again === undefined ? first : first + failures(report).length - left.length, failed };
}

export function describeFailures(report, again) {
  const line = ({ file, test, text }) => [file, test, text].filter((part) => part !== "").join(": ");
  if (again === undefined) {
    return failures(report).map((failure) => `failed: ${line(failure)}`);
  }
  const left = failures(again);
  const passed = failures(report).filter(({ file, test }) => !left.some((l) => l.file === file && l.test === test));
  return [
    ...passed.map((failure) => `failed once, passed when run again: ${line(failure)}`),
    ...left.map((failure) => `failed: ${line(failure)}`),
  ];
}

function main([command, file, againFile]) {
  const report = readReport(file);
  const again = readReport(againFile);
  const lines = {
    files: () => failedFiles(report),
    names: () => describeFailures(report, again),
    counts: () => [Object.values(count(report, again)).join(" ")],
  };
  for (const text of lines[command]?.() ?? []) {
    console.log(text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main(process.argv.slice(2));
}
