import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeJson } from "@kiln/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mustHavePrograms } from "../serve/find-program.ts";
import { runVectors } from "../vectors/run-vectors.ts";
import { parseVectorFile } from "../vectors/vector-file.ts";
import { buildPage, findChromium, type OpenedPages, openPages } from "./testing/open-page.ts";
import type { VectorsPage } from "./testing/vectors-page/vectors-protocol.ts";

const FILES = ["pruning", "more-pruning", "mutability", "more-mutability", "mutability-crd", "more-mutability-crd"];
const UNIONS = ["unions", "more-unions"];
const program = findChromium();

it.runIf(mustHavePrograms())("finds a chromium to drive", () => {
  expect(program).toBeDefined();
});

describe.skipIf(program === undefined)("vectors in a worker of chromium (skipped where there is none on PATH)", () => {
  const folder = mkdtempSync(join(tmpdir(), "kiln-vectors-"));
  let pages: OpenedPages;
  let page: Page;

  beforeAll(async () => {
    buildPage(fileURLToPath(new URL("testing/vectors-page", import.meta.url)), folder);
    pages = await openPages(folder, String(program));
    page = await pages.open();
    await page.waitForFunction("globalThis.runVectorsInWorker !== undefined");
  }, 120_000);

  afterAll(async () => {
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([...FILES, ...UNIONS])("%s: the same outcomes as in Node", async (name) => {
    const bytes = readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url));
    const file = parseVectorFile(decodeJson(bytes, { maxBytes: Number.POSITIVE_INFINITY }).value);
    const expected = file === undefined ? [] : runVectors(file);
    expect(expected.length).toBeGreaterThan(0);
    const run = (text: string) => (globalThis as unknown as VectorsPage).runVectorsInWorker(text);
    expect(await page.evaluate(run, bytes.toString("utf8"))).toEqual(expected);
    expect(pages.faults).toEqual([]);
  });
});
