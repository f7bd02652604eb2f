import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRange } from "../testing/index.ts";
import { openLmdbStore } from "./lmdb-store.ts";

const mountPoint = mkdtempSync(join(tmpdir(), "kiln-full-"));
const isMounted = mount() && unmount();
const value = new Uint8Array(20_000);

it.skipIf(!isMounted)(
  "loses nothing on a full disk and goes on once there is room (needs to mount a tmpfs)",
  async () => {
    mount();
    try {
      const directory = join(mountPoint, "data");
      const ballast = join(mountPoint, "ballast");
      writeFileSync(ballast, new Uint8Array(4 * 1024 * 1024));
      let store = await openLmdbStore({ directory, reserveBytes: 8 * 1024 * 1024 });
      const { written, error } = await writeUntilRefused((key) => store.create(key, value));
      expect(error).toMatchObject({ code: "no-space" });
      expect(written).toBeGreaterThan(100);
      expect(await store.count({ prefix: "/registry/" })).toBe(written);
      expect(store.peek(`/registry/key-${written}`)).toBeUndefined();

      truncateSync(ballast, 0);
      expect(await store.create(`/registry/key-${written}`, value)).toBe(written + 1);
      const more = await writeUntilRefused((key) => store.create(`${key}-more`, value));
      expect(more.error).toMatchObject({ code: "no-space" });
      // Deletes pass on a full disk, and the space of dropped history is reused.
      for (let i = 0; i < written; i++) await store.delete(`/registry/key-${i}`, store.peek(`/registry/key-${i}`)!);
      await store.compact(store.revision);
      await store.close();

      store = await openLmdbStore({ directory, reserveBytes: 8 * 1024 * 1024 });
      expect((await readRange(store, { prefix: "/registry/" })).entries).toHaveLength(1 + more.written);
      await store.close();
    } finally {
      unmount();
      rmSync(mountPoint, { recursive: true });
    }
  },
);

it.skipIf(!isMounted)(
  "opens on a full disk once there is room, and uses most of a small one (needs a tmpfs)",
  async () => {
    mkdirSync(mountPoint, { recursive: true });
    mount();
    try {
      const directory = join(mountPoint, "data");
      const ballast = join(mountPoint, "ballast");
      const store = await openLmdbStore({ directory });
      const { written, error } = await writeUntilRefused((key) => store.create(key, value));
      // 24 MiB, of which 8 are reserved and 2 are the journal.
      expect(written * value.length).toBeGreaterThan(10 * 1024 * 1024);
      expect(error).toMatchObject({
        code: "no-space",
        message: expect.stringMatching(/has \d\.\d MiB free, and 8\.0 MiB are reserved for deletes and compaction/),
      });
      await expect(store.checkHealth()).rejects.toMatchObject({ code: "no-space" });
      await store.close();
      // Lock file of a killed process.
      const dead = { pid: 2 ** 22 + 1, startedAt: "1", host: hostname() };
      writeFileSync(join(directory, "LOCK"), JSON.stringify(dead));
      fillDisk(ballast);
      await expect(openLmdbStore({ directory })).rejects.toMatchObject({ code: "no-space" });
      expect(readdirSync(directory).filter((name) => name.startsWith("LOCK."))).toEqual([]);
      rmSync(ballast);
      const again = await openLmdbStore({ directory });
      expect(await again.count({ prefix: "/registry/" })).toBe(written);
      for (let i = 0; i < written; i++) await again.delete(`/registry/key-${i}`, again.peek(`/registry/key-${i}`)!);
      await again.compact(again.revision);
      await expect.poll(() => again.checkHealth().then(() => "ok", String)).toBe("ok");
      await again.create("/registry/more", value);
      await again.close();
    } finally {
      if (unmount()) rmSync(mountPoint, { recursive: true, force: true });
    }
  },
);

function fillDisk(path: string): void {
  const handle = openSync(path, "w");
  try {
    for (;;) writeSync(handle, new Uint8Array(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(handle);
  }
}

function mount(): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", mountPoint]).status === 0;
}

/** Lazily: a program that another test starts at this moment holds the files open until it runs. */
function unmount(): boolean {
  return spawnSync("umount", ["-l", mountPoint]).status === 0;
}

async function writeUntilRefused(
  write: (key: string) => Promise<unknown>,
): Promise<{ readonly written: number; readonly error: unknown }> {
  for (let written = 0; written < 100_000; written++) {
    try {
      await write(`/registry/key-${written}`);
    } catch (error) {
      return { written, error };
    }
  }
  return { written: 100_000, error: undefined };
}
