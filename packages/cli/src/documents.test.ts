import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";

// Each command starts a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));
const BIN = fileURLToPath(new URL("../bin/kiln.mjs", import.meta.url));

interface Block {
  readonly language: string;
  readonly text: string;
}

function readBlocks(page: string): Block[] {
  const text = readFileSync(join(DOCS, `${page}.md`), "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", body = ""]) => ({
    language,
    text: body,
  }));
}

/** Runs the lines behind a dollar sign in a shell. Returns both output streams, standard output first. */
function type(block: string, cwd: string): string {
  const commands = block.split("\n").filter((line) => line.startsWith("$ "));
  return commands
    .map((line) => {
      const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}` };
      const { stdout, stderr } = spawnSync("sh", ["-c", line.slice(2)], { cwd, encoding: "utf8", env });
      return `${line}\n${stdout}${stderr}`;
    })
    .join("");
}

describe.each(["check", "generate", "files"])("docs/%s.md", (page) => {
  it("shows what the commands print", () => {
    const folder = mkdtempSync(join(tmpdir(), "kiln-documents-"));
    try {
      copyFileSync(join(DOCS, "examples", "backup-crd.yaml"), join(folder, "backup-crd.yaml"));
      writeFileSync(join(folder, "kiln"), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
      chmodSync(join(folder, "kiln"), 0o755);
      let commands = 0;
      for (const { language, text } of readBlocks(page)) {
        const [, name] = /^(?:#|\/\/) ([\w.-]+\.\w+)\n/.exec(text) ?? [];
        if (name !== undefined) {
          writeFileSync(join(folder, name), text);
        }
        if (language === "console") {
          expect(type(text, folder)).toBe(text);
          commands++;
        }
      }
      expect(commands).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
