import { execFile } from "node:child_process";
import { chmod, mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PRIVATE_MODE } from "./pod-folders.ts";
import { Directory, withDirectory } from "./writer/directory.ts";
import { removeEntry } from "./writer/remove-entry.ts";

/** Result of keeping Secrets below a root in memory. */
export interface MemoryRoot {
  readonly isMemory: boolean;
  /** Whether a tmpfs was mounted by this call. It stays mounted when the agent ends, so that Pods keep their files. */
  readonly isMounted: boolean;
  /** Reason why Secrets would be on a disk; empty if they are in memory. */
  readonly reason: string;
}

/** File system types of statfs(2): tmpfs and ramfs. */
const MEMORY_TYPES: readonly number[] = [0x01021994, 0x858458f6];
const MOUNT_OPTIONS = `mode=0${PRIVATE_MODE.toString(8)},nosuid,nodev,noexec`;
const run = promisify(execFile);

/**
 * Mounts a tmpfs at the folder of the Pods, unless it is in memory already. Files that an earlier agent left on the
 * disk are moved into it. Kubernetes: the kubelet mounts a tmpfs for each Secret volume and each projected one
 * (volume/secret/secret.go wrappedVolumeSpec, v1.36).
 */
export async function openMemoryRoot(rootDir: string): Promise<MemoryRoot> {
  const pods = join(rootDir, "pods");
  await mkdir(pods, { recursive: true, mode: PRIVATE_MODE });
  if (await isInMemory(pods)) {
    return { isMemory: true, isMounted: false, reason: "" };
  }
  if (process.platform !== "linux" || process.geteuid?.() !== 0) {
    return { isMemory: false, isMounted: false, reason: "a tmpfs can be mounted by root on Linux only" };
  }
  try {
    await withDirectory(Directory.open(pods), (disk) => mountOver(disk, pods));
    return { isMemory: true, isMounted: true, reason: "" };
  } catch (error) {
    const text = error instanceof Error ? error.message.trim().replaceAll(/\s+/g, " ") : String(error);
    return { isMemory: false, isMounted: false, reason: `a tmpfs cannot be mounted: ${text}` };
  }
}

async function isInMemory(folder: string): Promise<boolean> {
  return MEMORY_TYPES.includes((await statfs(folder)).type);
}

/** The open directory is the one under the mount: its files are copied, then removed from the disk. */
async function mountOver(disk: Directory, pods: string): Promise<void> {
  // Linux before 6.4 does not support noswap.
  await mount(`${MOUNT_OPTIONS},noswap`, pods).catch(() => mount(MOUNT_OPTIONS, pods));
  await chmod(pods, PRIVATE_MODE);
  const names = await disk.names();
  if (names.length > 0) {
    await run("cp", ["-a", `/proc/${process.pid}/fd/${disk.handle.fd}/.`, pods]);
  }
  for (const name of names) {
    await removeEntry(disk, name);
  }
}

function mount(options: string, folder: string): Promise<unknown> {
  return run("mount", ["-t", "tmpfs", "-o", options, "kiln-agent", folder]);
}
