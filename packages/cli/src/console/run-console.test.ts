import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";

const KILN = join(import.meta.dirname, "..", "..", "bin", "kiln.mjs");
const folder = mkdtempSync(join(tmpdir(), "kiln-console-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `kiln` until it prints a link, passes the link to `use`, and stops it. */
async function withLink(args: readonly string[], use: (link: URL) => Promise<void>): Promise<number | null> {
  const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("console ")) {
        child.stdout.resume();
        await use(new URL(line.slice("console ".length)));
        break;
      }
    }
  } finally {
    child.kill("SIGTERM");
  }
  return ended;
}

/** Requests the server's version as the page does: opens a session with the link's token first. */
async function readVersion({ origin, hash }: URL): Promise<string> {
  const page = await fetch(origin);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain("Kiln console");
  const session = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { origin },
    body: hash.slice("#token=".length),
  });
  const { key } = (await session.json()) as { key: string };
  const cookie = String(session.headers.get("set-cookie")).split(";")[0] ?? "";
  const answer = await fetch(`${origin}/cluster/version`, { headers: { cookie, "x-kiln-console-key": key } });
  return ((await answer.json()) as { gitVersion: string }).gitVersion;
}

describe("kiln serve --console and kiln console", () => {
  const data = join(folder, "data");

  it("print a link to a page for the server, and stop with it", { timeout: 60_000 }, async () => {
    const serve = ["serve", "--console", "--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", data];
    const code = await withLink(serve, async (link) => {
      expect(await readVersion(link)).toContain("+kiln");
      const console = ["console", "--no-open", "--kubeconfig", join(data, "kubeconfig")];
      const other = await withLink(console, async (second) => {
        expect(await readVersion(second)).toContain("+kiln");
      });
      expect(other).toBe(0);
    });
    expect(code).toBe(0);
  });

  it.each([
    [["--port", "many"], 2, "--port must be a number from 0 to 65535"],
    [["--kubeconfig", join(folder, "none")], 1, "there is no kubeconfig at"],
    [["--what"], 2, "Unknown option '--what'"],
  ])("say what is wrong with %j", (args, code, text) => {
    const { status, stderr } = spawnSync(process.execPath, [KILN, "console", ...args], { encoding: "utf8" });
    expect([status, stderr]).toEqual([code, expect.stringContaining(text)]);
  });
});
