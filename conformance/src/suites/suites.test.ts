import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";
import { type KnownFailure, knownFailures } from "./known-failures.ts";
import { printPage, type Results } from "./page.ts";
import { readCargo, readGoEvents, readJunit } from "./read-results.ts";
import { suites } from "./suites.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe("judge()", () => {
  const known: KnownFailure[] = [{ suite: "s", test: "b", reason: "no kubelet", needsContainers: true }];

  it("accepts known failures and names others", () => {
    const verdict = judge(
      [
        { name: "a", outcome: "passed" },
        { name: "b", outcome: "failed" },
        { name: "c", outcome: "failed" },
        { name: "d", outcome: "skipped" },
      ],
      known,
    );
    expect(verdict).toEqual({ passed: 1, skipped: 1, known, unexpected: ["c"], obsolete: [] });
  });

  it.each([[[{ name: "b", outcome: "passed" as const }]], [[]]])(
    "asks to remove one that passes or is gone: %j",
    (results) => {
      expect(judge(results, known).obsolete).toEqual(known);
    },
  );
});

describe("readGoEvents()", () => {
  const event = (fields: object): string => `${JSON.stringify({ Package: "example.com/m/pkg/a", ...fields })}\n`;
  const read = (text: string) => readGoEvents(text, "example.com/m").map(({ name, outcome }) => `${name}: ${outcome}`);

  it("names tests by package, and a failed test by its failed parts", () => {
    const text =
      event({ Action: "pass", Test: "TestA" }) +
      event({ Action: "fail", Test: "TestB/part" }) +
      event({ Action: "fail", Test: "TestB" }) +
      event({ Action: "skip", Test: "TestC" }) +
      event({ Action: "fail" });
    expect(read(text)).toEqual(["pkg/a TestA: passed", "pkg/a TestB/part: failed", "pkg/a TestC: skipped"]);
  });

  it("leaves out the function that runs specs of Ginkgo", () => {
    const text = event({ Test: "TestAll", Output: "Running Suite: All" }) + event({ Action: "pass", Test: "TestAll" });
    expect(read(text)).toEqual([]);
  });

  it("takes a package that did not compile for a failure", () => {
    expect(read(`./a.go:1: undefined: x\n${event({ Action: "fail" })}`)).toEqual(["pkg/a: failed"]);
  });
});

describe("readJunit()", () => {
  it("reads outcomes and names", () => {
    const xml = `<testsuite><testcase name="[It] a &amp; &#34;b&#34;" classname="Suite" time="1"></testcase>
      <testcase classname="k.Test" name="fails"><failure message="no">x</failure></testcase>
      <testcase classname="k.Test" name="skips"><skipped/></testcase>
      <testcase name="[BeforeSuite]" classname="Suite"/><testcase name="plain" classname=""/></testsuite>`;
    expect(readJunit(xml).map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      'Suite [It] a & "b": passed',
      "k.Test fails: failed",
      "k.Test skips: skipped",
      "plain: passed",
    ]);
  });
});

describe("readCargo()", () => {
  it("reads outcomes, also of tests that print", () => {
    const text = `test a::one ... ok\ntest b ... ignored, needs cluster\ntest c ... printed\ntest d ... FAILED\n\nfailures:\n    c\n    d\n`;
    expect(readCargo(text, "kube").map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      "kube a::one: passed",
      "kube b: skipped",
      "kube d: failed",
      "kube c: failed",
    ]);
  });
});

describe("the published suites", () => {
  it("have names of their own", () => {
    expect(new Set(suites.map(({ name }) => name)).size).toBe(suites.length);
  });

  it("are the ones that known failures name, each test once", () => {
    const names = suites.map(({ name }) => name);
    expect(knownFailures.filter(({ suite }) => !names.includes(suite))).toEqual([]);
    expect(new Set(knownFailures.map(({ suite, test }) => `${suite} ${test}`)).size).toBe(knownFailures.length);
  });

  it("are on docs/clients.md as the last runs left them", () => {
    const results = JSON.parse(readFileSync(file("../../suites/results.json"), "utf8")) as Results;
    expect(readFileSync(file("../../../docs/clients.md"), "utf8")).toBe(printPage(suites, results));
    expect(Object.keys(results).filter((name) => !suites.some((suite) => suite.name === name))).toEqual([]);
  });

  it("have the projects and walks of our own beside them", () => {
    const files = ["node/walk.test.mjs", "java/fabric8/pom.xml", "java/operator-sdk/pom.xml"];
    expect(files.filter((name) => !existsSync(file(`../../suites/${name}`)))).toEqual([]);
  });
});
