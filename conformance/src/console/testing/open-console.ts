import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@kiln/client";
import { type ClusterAccess, loadAccess, openTransport } from "@kiln/client/node";
import { type Console, type PageFiles, readPageFiles, startConsole } from "@kiln/console/proxy";
import { type Browser, chromium, type Page } from "playwright-core";
import { findProgram } from "../../serve/find-program.ts";
import { startTcpProxy, type TcpProxy } from "../../serve/tcp-proxy.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");

export function findChromium(): string | undefined {
  return findProgram("chromium") ?? findProgram("chromium-browser") ?? findProgram("google-chrome");
}

/** A browser, the built page, and consoles for a cluster that can be cut off. */
export interface ConsoleSetting {
  /** Client of the cluster's administrator, without the proxy. */
  readonly admin: Client;
  readonly browser: Browser;
  readonly link: TcpProxy;
  openConsole(access?: Partial<ClusterAccess>): Promise<OpenedConsole>;
  /** Makes the cluster unreachable until {@link reconnect}. */
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

export interface OpenedConsole {
  readonly console: Console;
  readonly page: Page;
  /** Errors that the page logged or threw, violations of its security policy, and requests to other origins. */
  readonly faults: readonly string[];
  /** Opens a route and waits for a selector. */
  show(route: string, selector: string): Promise<void>;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const DESKTOP: PageSize = { width: 1280, height: 800 };
const PATIENCE_MS = 30_000;

export async function openSetting(kubeconfig: string): Promise<ConsoleSetting> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-console-page-"));
  execFileSync(process.execPath, [join(ROOT, "scripts", "web-pages.mjs"), "console", "--out", folder]);
  const files = readPageFiles(join(folder, "console"));
  rmSync(folder, { recursive: true, force: true });
  const access = loadAccess({ file: kubeconfig });
  const port = Number(new URL(access.url).port);
  const link = await startTcpProxy(port);
  const admin = createClient({ transport: openTransport(access), userAgent: "test-admin/1" });
  const browser = await chromium.launch({ executablePath: findChromium() ?? "", args: ["--no-sandbox"] });
  const consoles: Console[] = [];
  return {
    admin,
    browser,
    link,
    async openConsole(other = {}) {
      const opened = await open(browser, {
        files,
        access: { ...access, url: `https://127.0.0.1:${link.port}`, ...other },
      });
      consoles.push(opened.console);
      return opened;
    },
    disconnect() {
      link.pointTo(1);
      link.cut();
    },
    reconnect: () => link.pointTo(port),
    async close() {
      await browser.close();
      await Promise.all(consoles.map((console) => console.close()));
      link.close();
      admin.close();
    },
  };
}

async function open(
  browser: Browser,
  { files, access }: { readonly files: PageFiles; readonly access: ClusterAccess },
): Promise<OpenedConsole> {
  const console = await startConsole({
    transport: openTransport(access),
    cluster: { server: "https://127.0.0.1:6443", context: "kiln", namespace: "default" },
    files,
    port: 0,
  });
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults = watchFaults(page, console.port);
  await page.goto(console.newLink());
  await page.waitForSelector(".menu h2");
  return {
    console,
    page,
    faults,
    async show(route, selector) {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
      await page.waitForSelector(selector);
    },
  };
}

/** Collects errors of the page. Error responses of the server, which the browser logs too, do not count. */
function watchFaults(page: Page, port: number): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      faults.push(message.text());
    }
  });
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!new RegExp(`^(http|ws)://127\\.0\\.0\\.1:${port}/|^data:`).test(request.url())) {
      faults.push(`request to ${request.url()}`);
    }
  });
  return faults;
}
