import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { printSecurityHeader } from "@kiln/page/security-policy";
import { type Browser, chromium, type Page } from "playwright-core";
import { findProgram } from "../../serve/find-program.ts";

/** Chromium of the system; undefined if there is none. */
export function findChromium(): string | undefined {
  return ["chromium", "chromium-browser", "google-chrome"].map(findProgram).find((found) => found !== undefined);
}

/** Builds the page whose index.html is in a folder. */
export function buildPage(root: string, out: string): void {
  const script = fileURLToPath(new URL("../../../../scripts/build-page.mjs", import.meta.url));
  execFileSync(process.execPath, [script, root, out], { stdio: "pipe" });
}

export interface OpenedPages {
  readonly url: string;
  readonly browser: Browser;
  /** Whatever must not happen: errors, violations of the security policy, dialogs, requests to other origins. */
  readonly faults: readonly string[];
  open(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly fragment?: string;
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Serves a built folder on a free port and opens pages of it in Chromium. */
export async function openPages(folder: string, program: string): Promise<OpenedPages> {
  const server = await serveFolder(folder);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  const faults: string[] = [];
  return {
    url,
    browser,
    faults,
    async open({ fragment = "", width = 1440, height = 900, isDark = false } = {}) {
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme: isDark ? "dark" : "light",
        reducedMotion: "reduce",
      });
      page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
      page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
      page.on("dialog", (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => request.url().startsWith(url) || faults.push(`request: ${request.url()}`));
      await page.goto(`${url}${fragment}`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    readFile(join(folder, path === "/" ? "index.html" : path)).then(
      (content) => {
        response.setHeader("content-type", TYPES[path === "/" ? ".html" : extname(path)] ?? "application/octet-stream");
        response.setHeader("content-security-policy", printSecurityHeader({ hasServer: false }));
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
