import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type PageFiles, readPageFiles, toPageFile } from "@kiln/console/proxy";
import { executableFiles } from "../executable.ts";

/** The files of a built page: in the package, in the single executable, or built now in a checkout. */
export async function readPage(name: string): Promise<PageFiles> {
  const inside = executableFiles();
  if (inside !== undefined) {
    const names = JSON.parse(inside.getAsset("pages.json", "utf8"))[name] as readonly string[];
    return new Map(
      names.map((file) => [`/${file}`, toPageFile(file, new Uint8Array(inside.getRawAsset(`pages/${name}/${file}`)))]),
    );
  }
  const cli = join(dirname(createRequire(import.meta.url).resolve("#command")), "..");
  const folder = join(cli, "dist", "pages", name);
  const checkout = join(cli, "..", "..");
  const script = join(checkout, "scripts", "web-pages.mjs");
  if (!existsSync(join(folder, "index.html")) || (existsSync(script) && isStale(folder, checkout))) {
    buildPage(name, script);
  }
  return readPageFiles(folder);
}

/** Whether sources of the checkout were built later than the page. */
function isStale(folder: string, checkout: string): boolean {
  const stamp = join(checkout, ".cache", "built");
  return existsSync(stamp) && Number(readFileSync(stamp, "utf8")) > statSync(join(folder, "index.html")).mtimeMs;
}

/** Builds a page. Only checkouts do this, on first use, so that no other command waits for it. */
function buildPage(name: string, script: string): void {
  if (!existsSync(script)) {
    throw new Error(`the page ${name} is missing from this installation: install the package anew`);
  }
  process.stderr.write(`kiln: building the page ${name} ...\n`);
  const { status } = spawnSync(process.execPath, [script, name], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) {
    throw new Error(`the page ${name} could not be built; the lines above say why`);
  }
}
