import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));
const page = readFileSync(new URL("../../../docs/guard.md", import.meta.url), "utf8");

/** Blocks whose first line names a file, or a command. */
const blocks = [...page.matchAll(/^```(?:yaml|text)\n# (.*)\n([\s\S]*?)^```$/gm)].map(([, title = "", text = ""]) => ({
  title,
  text,
}));

describe("docs/guard.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "kiln-guard-page-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const { title, text } of blocks.filter((block) => block.title.endsWith(".yaml"))) {
    if (!title.startsWith("$")) {
      writeFileSync(join(folder, title), text);
    }
  }

  it.each(blocks.filter(({ title }) => title.startsWith("$ ")))("says what comes of $title", ({ title, text }) => {
    const [, , ...words] = title.split(" ");
    const { stdout, stderr } = spawnSync(process.execPath, [KILN, ...words], { cwd: folder, encoding: "utf8" });
    expect(stdout === "" ? stderr : stdout).toBe(text);
  });

  it("has examples", () => {
    expect(blocks.length).toBeGreaterThan(5);
  });
});
