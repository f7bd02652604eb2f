import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";

const TIMEOUT_MS = 180_000;

/** Folder of a module's files, downloaded with the go command. Rejects if that fails. */
export async function fetchModule(module: string, version: string): Promise<string> {
  const { stdout } = await promisify(execFile)("go", ["mod", "download", "-json", `${module}@${version}`], {
    // Outside of any module, whose go.mod would affect the download.
    cwd: tmpdir(),
    timeout: TIMEOUT_MS,
    env: { ...process.env, GOWORK: "off" },
  });
  const { Dir: folder } = JSON.parse(stdout) as { Dir?: string };
  if (folder === undefined) {
    throw new Error(`go names no folder for ${module}`);
  }
  return folder;
}
