import { stripVTControlCharacters } from "node:util";
import type { TestResult } from "./suite.ts";

interface GoEvent {
  readonly Action?: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Output?: string;
}

const OUTCOMES = new Map<string | undefined, TestResult["outcome"]>([
  ["pass", "passed"],
  ["fail", "failed"],
  ["skip", "skipped"],
]);

/**
 * Results of `go test -json`, named "PACKAGE TEST" without the module. The function that runs the specs of Ginkgo is left out: its
 * specs are in a report of their own. A test counts as failed by its failed parts alone. A package that fails without a failed test did not compile, or crashed: it is a
 * failure with the name of the package.
 */
export function readGoEvents(text: string, module: string): TestResult[] {
  const events = text.split("\n").flatMap(parseEvent);
  const idOf = ({ Package = "", Test }: GoEvent): string =>
    [Package.replace(module, "").replace(/^\//, "") || ".", Test].filter((part) => part !== undefined).join(" ");
  const specRunners = new Set(events.filter((event) => event.Output?.includes("Running Suite:")).map(idOf));
  const failed = new Set(events.filter(({ Action, Test }) => Action === "fail" && Test !== undefined).map(idOf));
  const hasFailedPart = (name: string): boolean => [...failed].some((each) => each.startsWith(`${name}/`));
  const tests = events.flatMap((event) => {
    const outcome = OUTCOMES.get(event.Action);
    const name = idOf(event);
    const isTest = event.Test !== undefined && !specRunners.has(name) && !(failed.has(name) && hasFailedPart(name));
    return outcome === undefined || !isTest ? [] : [{ name, outcome }];
  });
  const hasFailedTest = (name: string): boolean => [...failed].some((each) => each.startsWith(`${name} `));
  const broken = events
    .filter((event) => event.Action === "fail" && event.Test === undefined && !hasFailedTest(idOf(event)))
    .map((event) => ({ name: idOf(event), outcome: "failed" as const }));
  return [...tests, ...broken];
}

function parseEvent(line: string): GoEvent[] {
  try {
    return [JSON.parse(line) as GoEvent];
  } catch {
    // Output of the compiler is not JSON.
    return [];
  }
}

const TESTCASE = /<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g;

/** Results in JUnit's XML, as Ginkgo, pytest, Maven and Node write it, named "CLASS NAME". */
export function readJunit(xml: string): TestResult[] {
  return [...xml.matchAll(TESTCASE)].flatMap(([, attributes = "", , body = ""]): TestResult[] => {
    const name = [attribute(attributes, "classname"), attribute(attributes, "name")].filter(Boolean).join(" ");
    if (/<(failure|error)\b/.test(body)) {
      return [{ name, outcome: "failed" }];
    }
    // Ginkgo reports what runs before and after a suite as tests.
    const isNode = /\[(Before|After|Synchronized|ReportAfter|ReportBefore|DeferCleanup)/.test(name);
    const outcome = /<skipped\b/.test(body) ? "skipped" : "passed";
    return isNode ? [] : [{ name, outcome }];
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function attribute(text: string, name: string): string {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1] ?? "";
  return value.replaceAll(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (whole, hex, code, entity) =>
    code === undefined ? (ENTITIES[entity] ?? whole) : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  );
}

const RUST_OUTCOMES = new Map<string, TestResult["outcome"]>([
  ["ok", "passed"],
  ["FAILED", "failed"],
  ["ignored", "skipped"],
]);

/** Results of `cargo test`. A test that prints while it runs has its outcome on a later line, so the summary of failures counts. */
export function readCargo(text: string, crate: string): TestResult[] {
  const plain = stripVTControlCharacters(text);
  const found = new Map<string, TestResult["outcome"]>();
  for (const [, name = "", word = ""] of plain.matchAll(
    /^test (\S+)(?: - should panic)? \.\.\. (?:.*\b)?(ok|FAILED|ignored)\b/gm,
  )) {
    found.set(name, RUST_OUTCOMES.get(word) ?? "failed");
  }
  for (const [, name = ""] of plain.matchAll(/^ {4}([\w:]+)$/gm)) {
    found.set(name, "failed");
  }
  return [...found].map(([name, outcome]) => ({ name: `${crate} ${name}`, outcome }));
}
