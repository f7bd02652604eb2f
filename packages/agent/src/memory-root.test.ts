import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMemoryRoot } from "./memory-root.ts";

const TMPFS = 0x01021994;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "kiln-memory-root-"));
});
afterEach(() => {
  spawnSync("umount", [join(root, "pods")], { stdio: "ignore" });
  rmSync(root, { recursive: true, force: true });
});

/** Whether this process may mount a file system: in a container even root may not. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "kiln-may-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "none", folder], { stdio: "ignore" }).status === 0;
  if (isMounted) {
    execFileSync("umount", [folder]);
  }
  rmSync(folder, { recursive: true });
  return isMounted;
}

const isDisk = statfsSync(tmpdir()).type !== TMPFS;

describe.runIf(canMount() && isDisk)("openMemoryRoot(), where a tmpfs may be mounted,", () => {
  it("mounts one that only its owner's group may enter, and only once", async () => {
    expect(await openMemoryRoot(root)).toEqual({ isMemory: true, isMounted: true, reason: "" });
    expect(statfsSync(join(root, "pods")).type).toBe(TMPFS);
    expect(statSync(join(root, "pods")).mode & 0o777).toBe(0o750);
    writeFileSync(join(root, "pods", "kept"), "1");
    expect(await openMemoryRoot(root)).toEqual({ isMemory: true, isMounted: false, reason: "" });
    expect(readFileSync(join(root, "pods", "kept"), "utf8")).toBe("1");
  });

  it("moves the files of an earlier agent off the disk", async () => {
    const pod = join(root, "pods", "u1");
    mkdirSync(join(pod, "..1"), { recursive: true });
    writeFileSync(join(pod, "..1", "key"), "secret", { mode: 0o400 });
    symlinkSync("..1", join(pod, "..data"));
    await openMemoryRoot(root);
    expect(readFileSync(join(pod, "..data", "key"), "utf8")).toBe("secret");
    expect(readlinkSync(join(pod, "..data"))).toBe("..1");
    expect(statSync(join(pod, "..1", "key")).mode & 0o777).toBe(0o400);
    execFileSync("umount", [join(root, "pods")]);
    expect(existsSync(pod)).toBe(false);
  });
});

describe.runIf(isDisk)("openMemoryRoot(), where none may be mounted,", () => {
  it("says why", async () => {
    const path = process.env.PATH;
    process.env.PATH = "/nonexistent";
    try {
      const { isMemory, reason } = await openMemoryRoot(root);
      expect(isMemory).toBe(false);
      expect(reason).toMatch(/^a tmpfs can(?:not)? be mounted/);
    } finally {
      process.env.PATH = path;
    }
  });
});
