import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { createShell, readShellPage, type Shell } from "./shell-page.ts";

const kubectl = findProgram("kubectl");

/** Pages to follow with kubectl, in the order in which the README names them. */
const PAGES = ["pruning", "immutable-fields", "unions", "conversion", "immutable-config"];

function readText(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
}

// One server for all of them, as a reader has who goes on from page to page.
describe.skipIf(kubectl === undefined && !mustHavePrograms())("the pages to type along (need kubectl)", () => {
  let server: ServeProcess;
  let shell: Shell;
  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
    shell = createShell({ kubectl: kubectl as string, server });
  }, 60_000);
  afterAll(() => server?.close());

  it.each(PAGES)(
    "docs/%s.md shows what its commands print",
    async (page) => {
      const blocks = readShellPage(readText(`docs/${page}.md`));
      expect(blocks.length).toBeGreaterThan(4);
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

describe("the kinds of the pages", () => {
  it("are each page's own, so that pages can be read in any order", () => {
    const sources = [...PAGES, "guard", "generate"].map((page) => `docs/${page}.md`);
    const names = [...sources, "docs/examples/backup-crd.yaml"].flatMap((file) => {
      const found = readText(file).matchAll(/\bname: ([a-z]+\.example\.(?:com|org))\b/g);
      return [...new Set([...found].map(([, name]) => name))];
    });
    expect(names.length).toBeGreaterThan(PAGES.length);
    expect(names).toEqual([...new Set(names)]);
  });
});
