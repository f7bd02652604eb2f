import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Bundles a source and its imports into one file in `folder` that plain node runs. */
export async function buildScript(source: URL, folder: string): Promise<URL> {
  const entry = fileURLToPath(source);
  const outfile = `${folder}/${entry.split("/").at(-1)?.replace(/\.ts$/, "")}.mjs`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    logLevel: "error",
  });
  return pathToFileURL(outfile);
}
