import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { createShell, readShellPage, type Shell } from "./shell-page.ts";

const kubectl = findKubectls().at(-1);

/** Pages to follow with kubectl, in the order in which the README names them. */
const NAMES = ["pruning", "immutable-fields", "unions", "conversion", "immutable-config"];
const PAGES = ["README.md", ...NAMES.map((name) => `docs/${name}.md`)];

function readText(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
}

// One server for all pages, as for a reader who follows them in order.
describe.skipIf(kubectl === undefined && !mustHavePrograms())("the pages to type along (need kubectl)", () => {
  let server: ServeProcess;
  let shell: Shell;
  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
    shell = createShell({ kubectl: kubectl as string, server });
  }, 60_000);
  afterAll(() => server?.close());

  it.each(PAGES)(
    "%s shows what its commands print",
    async (page) => {
      const blocks = readShellPage(readText(page));
      expect(blocks.length).toBeGreaterThan(3);
      for (const block of blocks) {
        const output = await shell(block);
        expect([block.line, output]).toEqual([block.line, block.prints ?? output]);
      }
    },
    60_000,
  );

  it("leave nothing behind", async () => {
    const commands = "kubectl get crds,configmaps,secrets -o name";
    expect(await shell({ line: 0, commands, prints: undefined })).toBe("configmap/kube-root-ca.crt\n");
  });
});

describe.skipIf(kubectl === undefined && !mustHavePrograms())("docs/backup.md (needs kubectl)", () => {
  it("shows what its commands print, on a server that keeps its data", { timeout: 120_000 }, async () => {
    const server = await startServeProcess();
    try {
      const shell = createShell({ kubectl: kubectl as string, server });
      for (const block of readShellPage(readText("docs/backup.md"))) {
        const output = await shell(block);
        expect([block.line, output]).toEqual([block.line, block.prints ?? output]);
      }
      const counted = "kiln store verify --data-dir restored | grep -c 'no damage found'";
      expect(await shell({ line: 0, commands: counted, prints: undefined })).toBe("1\n");
    } finally {
      await server.close();
    }
  });
});

describe.skipIf(kubectl === undefined && !mustHavePrograms())("the pages about forks (need kubectl)", () => {
  it.each(["docs/forks.md", "docs/upgrades.md"])(
    "%s shows what its commands print, on a server for tests",
    { timeout: 120_000 },
    async (page) => {
      const server = await startServeProcess(["--store", "memory", "--testing"]);
      try {
        const shell = createShell({ kubectl: kubectl as string, server });
        for (const block of readShellPage(readText(page))) {
          const output = await shell(block);
          expect([block.line, output]).toEqual([block.line, block.prints ?? output]);
        }
      } finally {
        await server.close();
      }
    },
  );
});

describe.skipIf(kubectl === undefined && !mustHavePrograms())("docs/simulate.md (needs kubectl)", () => {
  it("shows what its commands print, on a server with simulated workloads", { timeout: 120_000 }, async () => {
    const server = await startServeProcess(["--store", "memory", "--simulate"]);
    try {
      const shell = createShell({ kubectl: kubectl as string, server });
      for (const block of readShellPage(readText("docs/simulate.md"))) {
        const output = await shell(block);
        expect([block.line, output]).toEqual([block.line, block.prints ?? output]);
      }
    } finally {
      await server.close();
    }
  });
});

describe("the kinds of the pages", () => {
  it("are each page's own, so that pages can be read in any order", () => {
    const files = [...PAGES, "docs/simulate.md", "docs/guard.md", "docs/generate.md", "docs/examples/backup-crd.yaml"];
    const names = files.flatMap((file) => {
      const found = readText(file).matchAll(/\bname: ([a-z]+\.example\.(?:com|org))\b/g);
      return [...new Set([...found].map(([, name]) => name))];
    });
    expect(names.length).toBeGreaterThan(NAMES.length);
    expect(names).toEqual([...new Set(names)]);
  });
});
