import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};
const FILE_LIFETIME_MS = 30_000;

/**
 * Opens the link in the user's browser, if there is one. The link is passed in a file that only the user can read:
 * arguments of a program are visible to every user of the machine.
 */
export function openBrowser(link: string): void {
  const folder = mkdtempSync(join(tmpdir(), "kiln-console-"));
  const file = join(folder, "open.html");
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${link}">\n`, { mode: 0o600 });
  setTimeout(() => rmSync(folder, { recursive: true, force: true }), FILE_LIFETIME_MS).unref();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [program = "", ...args] = PROGRAMS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
