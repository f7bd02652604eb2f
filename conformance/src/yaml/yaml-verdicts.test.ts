import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { decodeJson, deepEqual, JsonSyntaxError, printJson } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * Result of sigs.k8s.io/yaml v1.6.0 for a text: its JSON and the duplicate keys of strict decoding, or its error; an
 * empty error is one with another message in Kiln. Made with conformance/go/yaml from random texts.
 */
type Verdict = readonly [text: string, json: string | { readonly error: string }, ...duplicates: string[]];

const VERDICTS: readonly Verdict[] = JSON.parse(
  readFileSync(new URL("../../corpus/yaml-verdicts/verdicts.json", import.meta.url), "utf8"),
);

interface Read {
  readonly json?: string;
  readonly duplicates?: readonly string[];
  readonly error?: string;
}

function read(text: string): Read {
  try {
    const { value, duplicates } = parseYaml(text);
    return { json: printJson(value), duplicates };
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return { error: error.message };
    }
    throw error;
  }
}

function isSame(a: string, b: string): boolean {
  return deepEqual(decodeJson(Buffer.from(a)).value, decodeJson(Buffer.from(b)).value);
}

/** The difference, or undefined. */
function compare(text: string, json: string | undefined, duplicates: readonly string[]): string | undefined {
  const mine = read(text);
  if (json === undefined || mine.json === undefined) {
    return json === mine.json
      ? undefined
      : `${JSON.stringify(text)}: ${json ?? "refused"}, here ${printJson({ ...mine } as never)}`;
  }
  return isSame(json, mine.json) && duplicates.join() === mine.duplicates?.join()
    ? undefined
    : `${JSON.stringify(text)}: ${json} ${duplicates.join()}, here ${mine.json} ${mine.duplicates?.join()}`;
}

describe("YAML is read as by sigs.k8s.io/yaml", () => {
  it("with the same verdicts, values and duplicate keys", () => {
    const differences = VERDICTS.map(([text, json, ...duplicates]) =>
      compare(text, typeof json === "string" ? json : undefined, duplicates),
    );
    expect(VERDICTS.length).toBeGreaterThan(1500);
    expect(differences.filter((each) => each !== undefined)).toEqual([]);
  });

  it("with the same words for most errors", () => {
    const worded = VERDICTS.filter(([, json]) => typeof json !== "string" && json.error !== "");
    expect(worded.length).toBeGreaterThan(500);
    for (const [text, json] of worded) {
      expect([text, read(text).error]).toEqual([text, (json as { error: string }).error]);
    }
  });

  const oracle = process.env.KILN_YAML_ORACLE;
  // KILN_YAML_ORACLE: the program in conformance/go/yaml.
  it.runIf(oracle !== undefined)("for random texts", () => {
    const parts = "a|a: |- |  |\n|\n  |#|'|\"|x y|1|[|]|{|}|, |&a |*a|!!str |>|? |: |<<: |---\n"
      .split("|")
      .concat("|", "|-\n");
    const texts = fc.sample(fc.array(fc.constantFrom(...parts), { maxLength: 14 }), 20_000);
    const input = JSON.stringify(texts.map((each) => `k: 1\n${each.join("")}\n`));
    const lines = execFileSync(oracle as string, { input, maxBuffer: 2 ** 28 })
      .toString()
      .trimEnd()
      .split("\n");
    const differences = lines.map((line) => {
      const { text, json, strict = "" } = JSON.parse(line) as { text: string; json?: string; strict?: string };
      return compare(text, json, strict.split("\n  ").slice(1));
    });
    expect(differences.filter((each) => each !== undefined)).toEqual([]);
  });
});
