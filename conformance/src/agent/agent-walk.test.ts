import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createShell, readShellPage } from "../examples/shell-page.ts";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { freePort } from "../serve/free-port.ts";
import { startServeProcess } from "../serve/serve-process.ts";

const kubectl = findKubectls().at(-1);
const page = readFileSync(new URL("../../../docs/agent.md", import.meta.url), "utf8");
const [, walk = ""] = /^## Try it on one machine\n([\s\S]*?)^## /m.exec(page) ?? [];

describe.skipIf(kubectl === undefined && !mustHavePrograms())("docs/agent.md (needs kubectl)", () => {
  it("leads from a pod to its files, through changes and an upgrade of the agent", { timeout: 240_000 }, async () => {
    const blocks = readShellPage(walk.replaceAll("10260", String(await freePort())));
    expect(blocks.length).toBeGreaterThan(4);
    const server = await startServeProcess(["--store", "memory"]);
    try {
      const shell = createShell({ kubectl: kubectl as string, server });
      try {
        for (const block of blocks) {
          const output = await shell(block);
          expect([block.line, output]).toEqual([block.line, block.prints ?? output]);
        }
      } finally {
        await shell({ line: 0, commands: "kill $(cat agent.pid) || true", prints: "" });
      }
    } finally {
      await server.close();
    }
  });
});
