import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";

const TIMEOUT_MS = 180_000;

/** Where the module's files are, fetched with the go command as it is set up on this machine. Rejects if they cannot be. */
export async function fetchModule(module: string, version: string): Promise<string> {
  const { stdout } = await promisify(execFile)("go", ["mod", "download", "-json", `${module}@${version}`], {
    // Outside of any module, whose requirements would have a say.
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
