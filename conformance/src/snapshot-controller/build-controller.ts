import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Releases that differ in what they do about the label; `conformance/go/snapshot-controller` has a module for each. */
export const CONTROLLER_VERSIONS = ["v4", "v6", "v7", "v8"] as const;
export type ControllerVersion = (typeof CONTROLLER_VERSIONS)[number];

const HERE = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);

/** Builds a snapshot-controller from the Go module proxy, or takes it from Go's cache. Resolves with its path. */
export async function buildController(version: ControllerVersion): Promise<string> {
  const program = join(HERE, "..", `snapshot-controller-${version}`);
  const module = join(HERE, "..", "..", "go", "snapshot-controller", version);
  const tool = `github.com/kubernetes-csi/external-snapshotter/${version}/cmd/snapshot-controller`;
  await run("go", ["-C", module, "build", "-o", program, tool]);
  return program;
}
