import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShell, readShellPage, type Shell } from "../examples/shell-page.ts";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

const kubectl = findKubectls().at(-1);
const section = /## A first walk\n([\s\S]*?)\n## /.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

// conformance/src/examples/documents.test.ts checks the output of each block.
describe.skipIf(kubectl === undefined && !mustHavePrograms())("the first walk of the README (needs kubectl)", () => {
  let server: ServeProcess;
  let shell: Shell;
  beforeAll(async () => {
    server = await startServeProcess();
    shell = createShell({ kubectl: kubectl as string, server });
  }, 60_000);
  afterAll(() => server?.close());

  it("finds everything still there after a crash, until it cleans up", async () => {
    const blocks = readShellPage(section);
    const cleanUp = blocks.pop();
    for (const block of blocks) {
      await shell(block);
    }
    await server.crashAndRestart();
    const commands = "kubectl get backup nightly -o jsonpath='{.spec.target}'";
    const ask = { line: 0, commands, prints: undefined };
    expect(await shell(ask)).toBe('{"directory":"/backups","type":"Directory"}');
    expect(await shell(cleanUp ?? ask)).toContain('"backups.example.com" deleted');
  }, 60_000);
});
