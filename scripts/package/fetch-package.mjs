// Fetches registry packages that this machine does not install: Node and native code of other platforms.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Downloads a package once; it is kept below the cache folder of the checkout.
 * @param {string} name with its version
 * @returns {string} the folder with its files
 */
export function fetchPackage(name) {
  const folder = join(ROOT, ".cache", "packages", createHash("sha256").update(name).digest("hex").slice(0, 16));
  if (!existsSync(join(folder, "package"))) {
    mkdirSync(folder, { recursive: true });
    const flags = ["pack", name, "--silent", "--json", "--pack-destination", folder];
    const [{ filename }] = JSON.parse(execFileSync("npm", flags, { encoding: "utf8", cwd: folder, stdio: "pipe" }));
    // These options work with tar on every platform of Node. The files of an npm package are below "package".
    execFileSync("tar", ["-xzf", filename], { cwd: folder });
    rmSync(join(folder, filename));
  }
  return join(folder, "package");
}
