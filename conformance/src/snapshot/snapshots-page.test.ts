import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createShell, readShellPage } from "../examples/shell-page.ts";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { freePort } from "../serve/free-port.ts";
import { startServeProcess } from "../serve/serve-process.ts";

const kubectl = findKubectls().at(-1);
const page = readFileSync(new URL("../../../docs/snapshots.md", import.meta.url), "utf8");
const [, walk = ""] = /^## Try it on one machine\n([\s\S]*?)^## /m.exec(page) ?? [];

describe.skipIf(kubectl === undefined && !mustHavePrograms())("docs/snapshots.md (needs kubectl)", () => {
  it("leads through install, all phases and back, and a new key, on a fresh server", { timeout: 240_000 }, async () => {
    const [port, probePort] = [await freePort(), await freePort()];
    const text = walk.replaceAll("8443", String(port)).replaceAll("8444", String(probePort));
    const blocks = readShellPage(text);
    expect(blocks.length).toBeGreaterThan(7);
    const server = await startServeProcess();
    try {
      const shell = createShell({ kubectl: kubectl as string, server });
      try {
        for (const block of blocks) {
          const output = await shell(block);
          expect([block.line, output]).toEqual([block.line, block.prints ?? output]);
        }
      } finally {
        await shell({ line: 0, commands: "kill $(cat webhook.pid controller.pid) || true", prints: "" });
      }
    } finally {
      await server.close();
    }
  });
});
