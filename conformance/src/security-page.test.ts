import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GAP_MS, MEGABYTES } from "./attack/row.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const page = read("docs/security.md");

const BOUND = /^\| (?<what>[^|]+) \| (?<value>[^|]+) \| `(?<name>\w+)` in `(?<file>[^`]+)` \|$/gm;
const BUDGET = /^\| `(?<name>\w+)` \| (?<burst>\d+) \| (?<perSecond>\d+) \| (?<what>[^|]+) \|$/gm;
const UNITS: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1000, min: 60_000, KiB: 1024, MiB: 1024 ** 2 };

interface Bound {
  readonly what: string;
  readonly value: string;
  readonly name: string;
  readonly file: string;
}

function groups<Group>(pattern: RegExp, text: string): readonly Group[] {
  return [...text.matchAll(pattern)].map((match) => match.groups as Group);
}

/** Milliseconds, bytes or a count. */
function parseValue(text: string): number {
  const [, number, unit = ""] = /^([\d.]+) ?(\w*)$/.exec(text.trim()) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
}

/** A product or a fraction of numbers, as constants are written. */
function multiply(expression: string): number {
  const [numerator = "", denominator = "1"] = expression.split("/");
  const product = (text: string) =>
    text.split("*").reduce((result, factor) => result * Number(factor.trim().replaceAll("_", "") || Number.NaN), 1);
  return product(numerator) / product(denominator);
}

function findConstant({ file, name }: Bound): number {
  const [, expression = ""] =
    new RegExp(`^(?:export )?const ${name}(?:: number)? = ([^;]+);`, "m").exec(read(file)) ?? [];
  return multiply(expression);
}

describe("docs/security.md", () => {
  const bounds = groups<Bound>(BOUND, page);

  it("names bounds", () => {
    expect(bounds.length).toBeGreaterThan(20);
  });

  it.each(bounds)("says how much $name is: $value", (bound) => {
    expect(parseValue(bound.value)).toBe(findConstant(bound));
  });

  it("has the budgets of HTTP/2 as they are in the code", () => {
    const source =
      /^ {2}(?<name>\w+): \{ burst: (?<burst>[^,]+), perSecond: (?<perSecond>[^,]+), what: "(?<what>[^"]+)" \}/gm;
    type Budget = Readonly<Record<"name" | "burst" | "perSecond" | "what", string>>;
    const inCode = groups<Budget>(source, read("packages/wire/src/http2/budget.ts"));
    const written = groups<Budget>(BUDGET, page);
    expect(inCode.length).toBeGreaterThan(10);
    expect(written.map((budget) => ({ ...budget }))).toEqual(
      inCode.map(({ name, burst, perSecond, what }) => ({
        name,
        burst: String(multiply(burst)),
        perSecond: String(multiply(perSecond)),
        what,
      })),
    );
  });

  it.each(Object.values(MEGABYTES).map((megabytes, i) => [Object.keys(MEGABYTES)[i], megabytes]))(
    "promises to %s what npm run attack holds it to: %s MB",
    (identity, megabytes) => {
      const start = { anonymous: "anonymous", view: "ClusterRole `view`", edit: "ClusterRole `edit`" }[
        String(identity)
      ];
      const line = page
        .split("\n")
        .find((text) => text.startsWith(`| ${start ?? "a connection with a client certificate"}`));
      expect(line).toContain(`| ${megabytes} MB`);
      expect(line).toContain(`| ${GAP_MS} ms |`);
    },
  );
});
