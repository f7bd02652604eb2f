import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { type Benchmark, type Figure, Unavailable } from "../benchmark.ts";
import { printLongState } from "./long-state.ts";

/** Number of page loads; the best counts, because other work on the machine only adds time. */
const OPENINGS = 5;
const KEYS = 40;
/** Rounds of key presses. The first warms up, and the best of the others counts, for the same reason. */
const ROUNDS = 5;
/** Pause between an outcome and the next key press: shorter than that of users. */
const PAUSE_MS = 60;

export const pageBenchmarks: readonly Benchmark[] = [
  {
    name: "pages/playground",
    about: "the playground in chromium: bytes, first outcome, a key in a CRD of 2,000 lines",
    figures: measurePlayground,
  },
];

async function measurePlayground(): Promise<Figure[]> {
  const program = process.env.KILN_CHROMIUM ?? findChromium();
  const folder = mkdtempSync(join(tmpdir(), "kiln-page-"));
  const root = join(import.meta.dirname, "..", "..", "..");
  execFileSync(
    process.execPath,
    [join(root, "scripts", "build-page.mjs"), join(root, "packages", "playground"), folder],
    { stdio: "pipe" },
  );
  const server = await serve(folder);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  try {
    return [
      { name: "compressed", value: compressedMegabytes(folder), unit: "MB", bound: { most: 1.5 } },
      { name: "first outcome", value: await firstOutcome(browser, url), unit: "s", bound: { most: 1 } },
      { name: "a key, p95", value: await keyTime(browser, url), unit: "ms", bound: { most: 50 } },
    ];
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function findChromium(): string {
  const file = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((each) =>
    statSync(each, { throwIfNoEntry: false })?.isFile(),
  );
  if (file === undefined) {
    throw new Unavailable("no chromium: name one in KILN_CHROMIUM");
  }
  return file;
}

function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
}

function compressedMegabytes(folder: string): number {
  const sizes = filesOf(folder).map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Serves the files compressed, as web servers do. */
async function serve(folder: string): Promise<Server> {
  const files = new Map(
    filesOf(folder).map((file) => [file.slice(folder.length), gzipSync(readFileSync(file), { level: 9 })]),
  );
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : String(request.url);
    const content = files.get(path);
    const type = TYPES[extname(path)] ?? "text/html; charset=utf-8";
    response.writeHead(content === undefined ? 404 : 200, { "content-type": type, "content-encoding": "gzip" });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Seconds from the start of loading to the first outcome, without a cache. */
async function firstOutcome(browser: Browser, url: string): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < OPENINGS; count++) {
    const page = await browser.newPage();
    await page.goto(url);
    took.push((await plays(page, 1))[0]?.end ?? Number.NaN);
    await page.close();
  }
  return Math.min(...took) / 1000;
}

/** Milliseconds from a key press to its outcome: p95 of a round. */
async function keyTime(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(`${url}${printLongState(2_000)}`);
  await plays(page, 1);
  await page.locator('[data-pane="crd"] .cm-line').filter({ hasText: "description" }).first().click();
  await page.keyboard.press("End");
  for (let key = 1; key <= KEYS * ROUNDS; key++) {
    await page.keyboard.type(key % 8 === 0 ? " " : "a");
    await plays(page, key + 1);
    await page.waitForTimeout(PAUSE_MS);
  }
  const took = (await plays(page, KEYS)).slice(-KEYS * ROUNDS).map(({ duration }) => duration);
  await page.close();
  const rounds = Array.from({ length: ROUNDS - 1 }, (_, round) => took.slice(KEYS * (round + 1), KEYS * (round + 2)));
  return Math.min(...rounds.map((round) => round.sort((a, b) => a - b)[Math.ceil(KEYS * 0.95) - 1] ?? Number.NaN));
}

interface Play {
  readonly duration: number;
  readonly end: number;
}

/** Outcomes that the page has shown, once there are `count`. */
async function plays(page: Page, count: number): Promise<Play[]> {
  await page.waitForFunction((wanted) => performance.getEntriesByName("play").length >= wanted, count, { polling: 5 });
  return page.evaluate(() =>
    performance.getEntriesByName("play").map(({ duration, startTime }) => ({ duration, end: startTime + duration })),
  );
}
