import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { printOvenCrd } from "../testing/print-oven-crd.ts";

// Each case starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const BIN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-lint-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Number of files, large enough that threads share them. */
const FILES = 150;

describe("lintFiles()", () => {
  const names = Array.from({ length: FILES }, (_, index) => `crd-${String(index).padStart(3, "0")}.yaml`);
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, name), index === 70 ? "a: [\n" : printOvenCrd("type: nonsense"));
  }
  const lint = (...args: readonly string[]) =>
    spawnSync(process.execPath, [BIN, "lint", folder, "--output", "json", ...args], { encoding: "utf8" });

  it("reports every file, in order, with the rules that were asked for", () => {
    const { stdout, stderr, status } = lint("--severity", "error");
    const findings = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([...new Set(findings.map(({ file }) => file))]).toEqual(names.map((name) => join(folder, name)));
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(["refused", "unreadable"]));
    // On a slow machine the output contains progress lines.
    expect([stderr.replaceAll(/^linting files .*\n/gm, ""), status]).toEqual(["", 1]);
  });

  it("finds the same in a large file as in its documents", () => {
    const texts = Array.from({ length: 300 }, (_, i) => {
      const text = printOvenCrd(i % 2 === 0 ? "type: nonsense" : "type: object").replaceAll("ovens", `ovens${i}`);
      return `${text}# ${"x".repeat(11_000)}\n`;
    });
    const large = join(folder, "..", `${basename(folder)}-large.yaml`);
    const lintLarge = (comment: string) => {
      writeFileSync(large, comment + texts.join("---\n"));
      const { stdout, status } = spawnSync(process.execPath, [BIN, "lint", large, "--output", "json"], {
        encoding: "utf8",
        maxBuffer: 1e8,
      });
      const found = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      return [found.map(({ rule, line }) => `${line} ${rule}`), status];
    };
    // A comment about the whole file keeps it from being split.
    const whole = lintLarge("# kiln-lint-ignore-file no-such-rule\n");
    const split = lintLarge("# a comment of the same length, without words\n");
    rmSync(large);
    expect(split).toEqual(whole);
    expect(split[0]).toHaveLength(150);
  });

  it("takes it for a mistake if there is no CRD to look at", () => {
    const lintInput = (input: string) => {
      const { status, stderr } = spawnSync(process.execPath, [BIN, "lint", "-"], { input, encoding: "utf8" });
      return [status, stderr.split("\n")[0]];
    };
    expect(lintInput("apiVersion: v1\nkind: Pod\n")).toEqual([2, "kiln lint: there is no CRD in standard input"]);
    expect(lintInput("")).toEqual([2, "kiln lint: standard input was empty"]);
  });
});
